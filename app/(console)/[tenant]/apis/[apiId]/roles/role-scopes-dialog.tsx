"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxGroupField, Form, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import type { ApiRole } from "@/server/domain/apis/apis.schema";
import { useAction } from "../../../../_frame/use-action";
import { RoleForm } from "../api-schemas";

/** Dialog for the scopes of the API that a role allows. */
export function RoleScopesDialog({
  apiId,
  open,
  onOpenChange,
  role,
}: {
  apiId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  role: ApiRole | null;
}) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const { data: scopes } = useQuery(trpc.apis.scopes.list.queryOptions({ apiId }));
  const save = useAction(trpc.apis.roles.set.mutationOptions(), ({ name }) =>
    t("The scopes of {name} were saved.", { name }),
  );
  if (!role || !scopes) return null;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("Scopes of {name}", { name: role.name })}>
      {scopes.length === 0 ? (
        <p>{t("The API has no scopes yet.")}</p>
      ) : (
        <Form
          schema={RoleForm}
          defaultValues={{ scopes: role.scopes }}
          onSubmit={async (values, seen) => {
            await save({ apiId, roleId: role.roleId, ...values, ...seen });
            onOpenChange(false);
          }}
        >
          <CheckboxGroupField
            name="scopes"
            label={t("Allowed scopes")}
            options={scopes.map(({ name, description }) => ({ value: name, label: name, hint: description }))}
          />
          <DialogActions>
            <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
            <SubmitButton>{t("Save scopes")}</SubmitButton>
          </DialogActions>
        </Form>
      )}
    </Dialog>
  );
}
