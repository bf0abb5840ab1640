"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn, SlidersHorizontal } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxGroupField, Form, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions, MenuItem } from "@/components/ui/dialog/overlay";
import type { Credential } from "@/server/domain/credentials/credentials.schema";
import type { TenantCapability } from "@/server/kernel/capabilities";
import { useCapabilityWords } from "../../_frame/credentials/capability-words";
import { capabilityOptions, Credentials } from "../../_frame/credentials/credentials";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { NewCredentialForm } from "./new-credential-form";

const CredentialUsageDialog = dynamic(
  () => import("./credential-usage").then((module) => module.CredentialUsageDialog),
  { ssr: false },
);

const capabilitiesForm = async () =>
  (await import("@/server/domain/credentials/credentials.schema")).CredentialInput.pick({
    capabilities: true,
  });

/** Lists the management credentials of the organization. */
export function TenantCredentials({
  tenant,
  grantable,
  mayListAccounts,
}: {
  tenant: string;
  grantable: string[];
  mayListAccounts: boolean;
}) {
  const t = useExtracted("api-access");
  const trpc = useTRPC();
  const query = useQuery(trpc.credentials.list.queryOptions({}));
  const [changing, setChanging] = useState<Credential | null>(null);
  const [usageOf, setUsageOf] = useState<Credential | null>(null);
  const setCapabilities = useAction(trpc.credentials.setCapabilities.mutationOptions(), () =>
    t("The capabilities were changed."),
  );
  const rotate = useAction(trpc.credentials.rotate.mutationOptions(), () => null);
  const revoke = useAction(trpc.credentials.revoke.mutationOptions(), () => t("The credential was revoked."));
  const options = capabilityOptions(useCapabilityWords(), (name) => grantable.includes(name));
  return (
    <>
      <Credentials
        description={t(
          "Credentials of machine clients that administer this organization through the REST interface.",
        )}
        credentials={query.data}
        error={query.isLoadingError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        extra={[
          {
            id: "account",
            header: t("Acts as"),
            width: 10,
            cell: ({ serviceAccount }) =>
              serviceAccount ? (
                <Link
                  href={`/${tenant}/service-accounts/${serviceAccount.userId}`}
                  className="block max-w-48 truncate text-ink-soft hover:underline"
                >
                  {serviceAccount.name}
                </Link>
              ) : (
                <span className="text-ink-faint">{t("Removed account")}</span>
              ),
            hideable: true,
          },
        ]}
        stopped={({ serviceAccount }) => serviceAccount?.status === "suspended"}
        form={(created, cancel) => (
          <NewCredentialForm
            capabilities={options}
            mayListAccounts={mayListAccounts}
            onCreated={created}
            onCancel={cancel}
          />
        )}
        rotate={({ credentialId }) => rotate({ credentialId })}
        revoke={({ credentialId }) => revoke({ credentialId })}
        actions={(credential) => (
          <>
            <MenuItem onSelect={() => setUsageOf(credential)}>
              <ChartColumn aria-hidden />
              {t("Usage…")}
            </MenuItem>
            <MenuItem onSelect={() => setChanging(credential)}>
              <SlidersHorizontal aria-hidden />
              {t("Change capabilities…")}
            </MenuItem>
          </>
        )}
      />
      {usageOf && <CredentialUsageDialog credential={usageOf} onClose={() => setUsageOf(null)} />}
      <Dialog
        open={changing !== null}
        onOpenChange={() => setChanging(null)}
        title={t("Capabilities of {name}", { name: changing?.name ?? "" })}
        description={t(
          "Removed capabilities stop working at once, also for tokens that were already issued.",
        )}
        wide
      >
        {changing && (
          <Form
            schema={capabilitiesForm}
            // The cast narrows the type, because the list declares capabilities as strings.
            defaultValues={{ capabilities: changing.capabilities as TenantCapability[] }}
            onSubmit={async ({ capabilities }, seen) => {
              await setCapabilities({ credentialId: changing.credentialId, capabilities, ...seen });
              setChanging(null);
            }}
          >
            <CheckboxGroupField name="capabilities" label={t("Capabilities")} options={options} />
            <DialogActions>
              <Button onClick={() => setChanging(null)}>{t("Cancel")}</Button>
              <SubmitButton>{t("Save")}</SubmitButton>
            </DialogActions>
          </Form>
        )}
      </Dialog>
    </>
  );
}
