"use client";

import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { RoleInput, type Role } from "@/server/domain/roles/roles.schema";
import { useAction } from "../../../../_frame/use-action";

/** Creates a role of the app, or changes the one that is given. */
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
  const trpc = useTRPC();
  const create = useAction(
    trpc.apps.roles.create.mutationOptions(),
    ({ name }) => `The role ${name} was created.`,
  );
  const update = useAction(
    trpc.apps.roles.update.mutationOptions(),
    ({ name }) => `The role ${name} was saved.`,
  );
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={role ? "Edit app role" : "New app role"}>
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
          label="Name"
          hint="As the app reads it from its tokens. Unique among the app’s roles, without case."
          autoComplete="off"
        />
        <TextareaField
          name="description"
          label="Description"
          hint="Optional: what someone with this role may do in the app."
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton>{role ? "Save" : "Create role"}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
