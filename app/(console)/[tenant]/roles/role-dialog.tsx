"use client";

import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import { RoleInput, type Role } from "@/server/domain/roles/roles.schema";
import { useAction } from "../../_frame/use-action";

/** Creates a role, or changes the one that is given. */
export function RoleDialog({
  open,
  onOpenChange,
  role,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role?: Role;
}) {
  const trpc = useTRPC();
  const create = useAction(
    trpc.roles.create.mutationOptions(),
    ({ name }) => `The role ${name} was created.`,
  );
  const update = useAction(trpc.roles.update.mutationOptions(), ({ name }) => `The role ${name} was saved.`);
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={role ? "Edit role" : "New role"}>
      <Form
        schema={RoleInput}
        defaultValues={{ name: role?.name ?? "", description: role?.description ?? "" }}
        onSubmit={async ({ name, description }, seen) => {
          await (role
            ? update({ roleId: role.roleId, name, description: description ?? null, ...seen })
            : create({ name, description }));
          onOpenChange(false);
        }}
      >
        <TextField name="name" label="Name" hint="Unique among the roles, without case." autoComplete="off" />
        <TextareaField
          name="description"
          label="Description"
          hint="Optional: what someone with this role may do."
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <SubmitButton>{role ? "Save" : "Create role"}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
