"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { IssuedSecretDialog, type IssuedSecret } from "../../_frame/credentials/issued-secret-dialog";
import { useAction } from "../../_frame/use-action";

const newApi = async () => (await import("./[apiId]/api-schemas")).NewApiForm;
const example = "https://api.example.com/orders";

/** Dialog that creates an API. Shows the secret of its client once. Then opens the page of the API. */
export function NewApiDialog({
  open,
  onOpenChange,
  tenant,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  tenant: string;
}) {
  const t = useExtracted("apis");
  const router = useRouter();
  const [issued, setIssued] = useState<(IssuedSecret & { apiId: number }) | null>(null);
  const create = useAction(useTRPC().apis.create.mutationOptions(), (_api, { name }) =>
    t("{name} was created.", { name }),
  );
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title={t("New API")}
        description={t("A service of yours that accepts access tokens of this organization.")}
      >
        <Form
          schema={newApi}
          defaultValues={{ name: "", audience: "" }}
          onSubmit={async ({ name, audience }) => {
            const created = await create({ name, audience });
            onOpenChange(false);
            setIssued({ ...created, name });
          }}
        >
          <TextField
            name="name"
            label={t("Name")}
            hint={t("Users see it when they are asked for consent.")}
            autoComplete="off"
          />
          <TextField
            name="audience"
            label={t("Audience")}
            hint={t(
              "Apps name it as resource, and the API finds it in the claim aud. An absolute URI that cannot be changed later.",
            )}
            placeholder={example}
            autoComplete="off"
          />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Create API")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <IssuedSecretDialog
        issued={issued}
        onDone={() => issued && router.push(`/${tenant}/apis/${issued.apiId}/scopes`)}
      />
    </>
  );
}
