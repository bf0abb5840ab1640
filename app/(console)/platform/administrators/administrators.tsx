"use client";

import { useQuery } from "@tanstack/react-query";
import { MoreHorizontal, Plus, ShieldOff, Trash2, UserCog } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import type * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Dialog, DialogActions, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { PlatformAdministrator } from "@/server/platform/administrators.schema";
import { QueryTable } from "../../_frame/lists/query-table";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";

const newPlatformAdministrator = async () =>
  (await import("@/server/platform/administrators.schema")).NewPlatformAdministrator;

type Administrator = z.output<typeof PlatformAdministrator>;

export function Administrators() {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.administrators.list.queryOptions({}));
  const [adding, setAdding] = useDialogInUrl("new");
  const [asked, setAsked] = useState<Administrator | null>(null);
  const create = useAction(trpc.platform.administrators.create.mutationOptions(), ({ email }) =>
    t("{email} is now a platform administrator.", { email }),
  );
  const remove = useAction(trpc.platform.administrators.remove.mutationOptions(), () =>
    t("The administrator was removed."),
  );
  const [toReset, setToReset] = useState<Administrator | null>(null);
  const reset = useAction(trpc.platform.administrators.resetFactors.mutationOptions(), () =>
    t("The second factor was reset. The administrator was notified by e-mail."),
  );
  const columns: Column<Administrator>[] = [
    {
      id: "email",
      header: t("E-mail"),
      width: 16,
      cell: ({ email, self }) => (
        <span className="flex items-center gap-2">
          {email}
          {self && <Badge tone="success">{t("You")}</Badge>}
        </span>
      ),
    },
    { id: "name", header: t("Name"), width: 12, cell: ({ name }) => name },
    {
      id: "secondFactor",
      header: t("Second factor"),
      width: 9,
      cell: ({ secondFactor }) =>
        secondFactor ? (
          <Badge tone="success">{t("Set up")}</Badge>
        ) : (
          <Badge tone="warning">{t("Password only")}</Badge>
        ),
      hideable: true,
    },
    {
      id: "lastSignIn",
      header: t("Last sign-in"),
      width: 9,
      cell: ({ lastSignInAt }) =>
        lastSignInAt ? (
          <RelativeTime at={lastSignInAt} />
        ) : (
          <span className="text-ink-faint">{t("Never")}</span>
        ),
    },
    {
      id: "created",
      header: t("Added"),
      width: 9,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
      hideable: true,
    },
    {
      id: "actions",
      header: "",
      width: 4,
      align: "right",
      cell: (administrator) =>
        !administrator.self && (
          <Menu
            trigger={
              <IconButton label={t("Actions for {email}", { email: administrator.email })}>
                <MoreHorizontal aria-hidden />
              </IconButton>
            }
          >
            {administrator.secondFactor && (
              <MenuItem onSelect={() => setToReset(administrator)}>
                <ShieldOff aria-hidden />
                {t("Reset second factor…")}
              </MenuItem>
            )}
            <MenuItem danger onSelect={() => setAsked(administrator)}>
              <Trash2 aria-hidden />
              {t("Remove…")}
            </MenuItem>
          </Menu>
        ),
    },
  ];
  return (
    <>
      <PageHeader
        title={t("Platform administrators")}
        description={t(
          "They create and suspend organizations and set the platform’s limits. They cannot see any organization’s data.",
        )}
        actions={
          <Button variant="primary" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {t("Add administrator")}
          </Button>
        }
      />
      <QueryTable
        query={query}
        id="platform-administrators"
        label={t("Platform administrators")}
        columns={columns}
        rows={query.data}
        rowKey={({ administratorId }) => administratorId}
        empty={<EmptyState icon={UserCog} title={t("No platform administrators")} />}
      />
      <Dialog open={adding} onOpenChange={setAdding} title={t("Add a platform administrator")}>
        <Form
          schema={newPlatformAdministrator}
          defaultValues={{ email: "", name: "", password: "" }}
          onSubmit={async (values) => {
            await create(values);
            setAdding(false);
          }}
        >
          <TextField name="email" label={t("E-mail")} type="email" autoComplete="off" />
          <TextField name="name" label={t("Name")} autoComplete="off" />
          <TextField
            name="password"
            label={t("Initial password")}
            type="password"
            hint={t("Share it over a secure channel. The administrator changes it on the account page.")}
            autoComplete="new-password"
          />
          <DialogActions>
            <Button onClick={() => setAdding(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Add administrator")}</SubmitButton>
          </DialogActions>
        </Form>
      </Dialog>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Remove {email}?", { email: asked?.email ?? "" })}
        action={t("Remove")}
        danger
        onConfirm={async () => asked && remove({ administratorId: asked.administratorId })}
      >
        <p>{t("They are signed out at once. Their past actions stay in the audit log.")}</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={toReset !== null}
        onOpenChange={() => setToReset(null)}
        title={t("Reset the second factor of {email}?", { email: toReset?.email ?? "" })}
        action={t("Reset second factor")}
        danger
        onConfirm={async () => toReset && reset({ administratorId: toReset.administratorId })}
      >
        <p>
          {t(
            "Their authenticator apps, passkeys and recovery codes stop working, and they are signed out. They are notified by e-mail.",
          )}
        </p>
        <p>
          {t(
            "Their password alone then gives access to the platform, unless the policies require a second factor. In that case, they set up a new one at the next sign-in. Make sure that the request comes from them.",
          )}
        </p>
      </ConfirmDialog>
    </>
  );
}
