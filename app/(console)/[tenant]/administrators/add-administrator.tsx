"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewAdministrator } from "@/server/domain/administrators/administrators.schema";
import { PersonField } from "../../_frame/people/person-field";
import { useAction } from "../../_frame/use-action";
import { useRoleWords } from "./words";

export function AddAdministratorDialog({
  open,
  onOpenChange,
  taken,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  taken: ReadonlyMap<number, string>;
}) {
  const t = useExtracted("administrators");
  const roleWords = useRoleWords();
  const add = useAction(useTRPC().administrators.add.mutationOptions(), () =>
    t("They may use this console from now on."),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Add an administrator")}
      description={t(
        "A user of this organization. You can invite a person who has no account yet. Identity providers do not sign administrators in: a linked account cannot be used while the person is an administrator.",
      )}
    >
      <Form
        schema={NewAdministrator}
        defaultValues={{ role: "admin" }}
        onSubmit={async (values) => {
          await add(values);
          onOpenChange(false);
        }}
      >
        <PersonField
          name="userId"
          label={t("Person")}
          hint={t(
            "An address that nobody has used to sign in yet is then treated as verified, unless a provider supplied it.",
          )}
          taken={taken}
        />
        <SelectField
          name="role"
          label={t("Role")}
          hint={`${roleWords.admin.hint} ${roleWords.owner.hint}`}
          options={[
            { value: "admin", label: roleWords.admin.label },
            { value: "owner", label: roleWords.owner.label },
          ]}
        />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Add administrator")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
