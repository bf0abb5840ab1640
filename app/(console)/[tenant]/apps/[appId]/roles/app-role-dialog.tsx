"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { RoleInput, type Role } from "@/server/domain/roles/roles.schema";
import { useAction } from "../../../../_frame/use-action";

/** Dialog that creates a role of the app. If `role` is given, the dialog changes this role. */
export function AppRoleDialog({
  appId,
  open,
  onOpenChange,
  role,
}: {
  appId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role?: Role;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const create = useAction(trpc.apps.roles.create.mutationOptions(), ({ name }) =>
    t("The role {name} was created.", { name }),
  );
  const update = useAction(trpc.apps.roles.update.mutationOptions(), ({ name }) =>
    t("The role {name} was saved.", { name }),
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={role ? t("Edit app role") : t("New app role")}>
      <Form
        schema={RoleInput}
        defaultValues={{ name: role?.name ?? "", description: role?.description ?? "" }}
        onSubmit={async ({ name, description }, seen) => {
          await (role
            ? update({ appId, roleId: role.roleId, name, description: description ?? null, ...seen })
            : create({ appId, name, description }));
          onOpenChange(false);
        }}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("The value in the app’s tokens. Unique among the app’s roles; case does not matter.")}
          autoComplete="off"
        />
        <TextareaField
          name="description"
          label={t("Description")}
          hint={t("Optional: what someone with this role may do in the app.")}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{role ? t("Save") : t("Create role")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
