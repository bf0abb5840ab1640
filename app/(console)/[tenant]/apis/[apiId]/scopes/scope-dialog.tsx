"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import type { ApiScope } from "@/server/domain/apis/apis.schema";
import { useAction } from "../../../../_frame/use-action";
import { ScopeInput, ScopePatch } from "../api-schemas";

const example = "orders:read";

/** Dialog that adds a scope to the API. If `scope` is given, the dialog changes its description. */
export function ScopeDialog({
  apiId,
  open,
  onOpenChange,
  scope,
}: {
  apiId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  scope?: ApiScope;
}) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const create = useAction(trpc.apis.scopes.create.mutationOptions(), ({ name }) =>
    t("The scope {name} was created.", { name }),
  );
  const update = useAction(trpc.apis.scopes.update.mutationOptions(), ({ name }) =>
    t("The scope {name} was saved.", { name }),
  );
  const description = (
    <TextField
      name="description"
      label={t("Description")}
      hint={t("Users read it when they are asked for consent: what the app would be able to do.")}
      autoComplete="off"
    />
  );
  const actions = (
    <DialogActions>
      <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
      <SubmitButton>{scope ? t("Save") : t("Create scope")}</SubmitButton>
    </DialogActions>
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={scope ? t("Edit {name}", { name: scope.name }) : t("New scope")}
    >
      {scope ? (
        <Form
          schema={ScopePatch}
          defaultValues={{ description: scope.description }}
          onSubmit={async (values, seen) => {
            await update({ apiId, scopeId: scope.scopeId, ...values, ...seen });
            onOpenChange(false);
          }}
        >
          {description}
          {actions}
        </Form>
      ) : (
        <Form
          schema={ScopeInput}
          defaultValues={{ name: "", description: "" }}
          onSubmit={async (values) => {
            await create({ apiId, ...values });
            onOpenChange(false);
          }}
        >
          <TextField
            name="name"
            label={t("Scope")}
            hint={t("As in the parameter scope, without spaces. It cannot be changed later.")}
            placeholder={example}
            autoComplete="off"
          />
          {description}
          {actions}
        </Form>
      )}
    </Dialog>
  );
}
