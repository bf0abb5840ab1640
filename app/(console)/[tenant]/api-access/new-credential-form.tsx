"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useSearchParams } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxGroupField, Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { DialogActions } from "@/components/ui/dialog/overlay";
import type { IssuedSecret } from "../../_frame/credentials/issued-secret-dialog";
import { useAction } from "../../_frame/use-action";

const NEW = "new";
const newCredentialForm = async () => (await import("./new-credential-schema")).NewCredentialForm;

/**
 * Creates a credential for a new or an existing service account. The query of the page may preselect an account
 * (`account=<id>`). An administrator without permission to list service accounts can only create a new account.
 */
export function NewCredentialForm({
  capabilities,
  mayListAccounts,
  onCreated,
  onCancel,
}: {
  capabilities: { value: string; label: string; hint: string }[];
  mayListAccounts: boolean;
  onCreated: (secret: IssuedSecret) => void;
  onCancel: () => void;
}) {
  const t = useExtracted("api-access");
  const trpc = useTRPC();
  const asked = useSearchParams().get("account");
  const accounts = useQuery(trpc.serviceAccounts.list.queryOptions({}, { enabled: mayListAccounts }));
  const create = useAction(trpc.credentials.create.mutationOptions(), () => null);
  // Waits until the accounts are loaded, because a select shows its first option if the value has no option.
  if (accounts.isLoading) return <Skeleton className="h-40" />;
  const known = accounts.data ?? [];
  return (
    <Form
      schema={newCredentialForm}
      defaultValues={{
        name: "",
        capabilities: [],
        account: known.some(({ userId }) => String(userId) === asked) ? asked! : NEW,
      }}
      onSubmit={async ({ account, ...values }) =>
        onCreated(await create({ ...values, ...(account !== NEW && { serviceAccountId: Number(account) }) }))
      }
    >
      <TextField
        name="name"
        label={t("Name")}
        hint={
          mayListAccounts
            ? t("The purpose, such as “Billing sync”.")
            : t("The purpose, such as “Billing sync”. A service account with this name is created for it.")
        }
        autoComplete="off"
      />
      {mayListAccounts && (
        <SelectField
          name="account"
          label={t("Acts as")}
          hint={t(
            "The audit log names this service account as the actor. If it is suspended, all its credentials stop working.",
          )}
          options={[
            { value: NEW, label: t("A new service account of the same name") },
            ...known.map(({ userId, name, status }) => ({
              value: String(userId),
              label: status === "suspended" ? t("{name} (suspended)", { name }) : name,
            })),
          ]}
        />
      )}
      <CheckboxGroupField name="capabilities" label={t("Capabilities")} options={capabilities} />
      <DialogActions>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <SubmitButton>{t("Create credential")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
