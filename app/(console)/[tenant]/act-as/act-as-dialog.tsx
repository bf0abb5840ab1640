"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, NumberField, SelectField, SubmitButton, TextareaField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { ACT_AS_MINUTES, NewActAs } from "@/server/domain/act-as/act-as.schema";
import type { User } from "@/server/domain/users/users.schema";
import { usePersonName } from "../../_frame/people/person-cell";
import { useAction } from "../../_frame/use-action";
import { BeginLink } from "./begin-link";

const ACCOUNT = "account";

/** Input of the operation, with `place` instead of `appId`. `place` is the id of an app, or "account" for the account page. */
const Asked = NewActAs.omit({ userId: true, appId: true }).extend({ place: z.string() });

/** Dialog that requests to act as a user. If no approval is needed, shows the start link at once. */
export function ActAsDialog({
  open,
  onOpenChange,
  person,
  needsApproval,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  person: User;
  needsApproval: boolean;
}) {
  const t = useExtracted("act-as");
  const trpc = useTRPC();
  const [path, setPath] = useState<string | null>(null);
  const who = usePersonName()(person);
  const apps = useQuery({
    ...trpc.connectedApps.ofUser.queryOptions({ userId: person.userId }),
    enabled: open,
  });
  const request = useAction(trpc.actAs.request.mutationOptions(), ({ status }) =>
    status === "pending" ? t("The request was sent to {who}. It is listed under Approvals.", { who }) : null,
  );
  const begin = useAction(trpc.actAs.open.mutationOptions(), () => null);
  const close = () => {
    setPath(null);
    onOpenChange(false);
  };
  return (
    <Dialog
      open={open}
      onOpenChange={close}
      title={t("Act as {who}", { who })}
      description={
        needsApproval
          ? t("{who} must agree within one day. Then you can start.", { who })
          : t("You start at once. The person can see that you did, and why.")
      }
    >
      {path !== null ? (
        <BeginLink path={path} onFollow={close} />
      ) : (
        <Form
          schema={Asked}
          defaultValues={{ place: ACCOUNT, reason: "", minutes: ACT_AS_MINUTES.usual }}
          onSubmit={async ({ place, ...values }) => {
            const appId = place === ACCOUNT ? null : Number(place);
            const { requestId, status } = await request({ userId: person.userId, appId, ...values });
            if (status === "approved") setPath((await begin({ requestId })).path);
            else close();
          }}
        >
          <SelectField
            name="place"
            label={t("Where")}
            hint={t(
              "Apps that the person has consented to. Nobody can consent to another app on their behalf.",
            )}
            options={[
              { value: ACCOUNT, label: t("Their account page") },
              ...(apps.data ?? []).map(({ appId, name }) => ({ value: String(appId), label: name })),
            ]}
          />
          <TextareaField
            name="reason"
            label={t("Reason")}
            hint={t("The person can read it, and it is kept in the audit log.")}
          />
          <NumberField
            name="minutes"
            label={t("Minutes")}
            min={ACT_AS_MINUTES.least}
            max={ACT_AS_MINUTES.most}
            hint={t("{least, number} to {most, number}, counted from the start.", ACT_AS_MINUTES)}
          />
          <DialogActions>
            <Button onClick={close}>{t("Cancel")}</Button>
            <SubmitButton>{needsApproval ? t("Send request") : t("Continue")}</SubmitButton>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
