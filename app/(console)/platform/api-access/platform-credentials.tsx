"use client";

import { useQuery } from "@tanstack/react-query";
import { ChartColumn } from "lucide-react";
import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxGroupField, Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { DialogActions, MenuItem } from "@/components/ui/dialog/overlay";
import type { PlatformCapability } from "@/server/kernel/capabilities";
import { capabilityOptions, Credentials } from "../../_frame/credentials/credentials";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";

const CredentialUsageDialog = dynamic(
  () => import("./credential-usage").then((module) => module.CredentialUsageDialog),
  { ssr: false },
);

const newPlatformCredential = async () =>
  (await import("@/server/platform/credentials.schema")).NewPlatformCredential;

/** Returns the descriptions of the capabilities of a platform credential. */
function useCapabilityWords(): Record<PlatformCapability, () => string> {
  const t = useExtracted("platform");
  return {
    CreateTenants: () => t("Create an organization, look one up by id or slug"),
    SearchTenants: () => t("Search organizations by slug or id"),
    ManageTenants: () => t("Suspend or reactivate an organization"),
  };
}

/** Lists the credentials that create and manage organizations. */
export function PlatformCredentials() {
  const t = useExtracted("platform");
  const capabilities = useCapabilityWords();
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.credentials.list.queryOptions({}));
  const [usageOf, setUsageOf] = useState<{ credentialId: number; name: string } | null>(null);
  const create = useAction(trpc.platform.credentials.create.mutationOptions(), () => null);
  const rotate = useAction(trpc.platform.credentials.rotate.mutationOptions(), () => null);
  const revoke = useAction(trpc.platform.credentials.revoke.mutationOptions(), () =>
    t("The credential was revoked."),
  );
  return (
    <>
      <Credentials
        description={t(
          "Credentials of your own systems that create, find and suspend organizations. They give no access to an organization’s data.",
        )}
        credentials={query.data}
        error={query.isLoadingError && <QueryError error={query.error} retry={() => void query.refetch()} />}
        form={(created, cancel) => (
          <Form
            schema={newPlatformCredential}
            defaultValues={{ name: "", capabilities: [] }}
            onSubmit={async (values) => created(await create(values))}
          >
            <TextField
              name="name"
              label={t("Name")}
              hint={t("What it is for, such as “Sign-up service”.")}
              autoComplete="off"
            />
            <CheckboxGroupField
              name="capabilities"
              label={t("Capabilities")}
              options={capabilityOptions(capabilities)}
            />
            <DialogActions>
              <Button onClick={cancel}>{t("Cancel")}</Button>
              <SubmitButton>{t("Create credential")}</SubmitButton>
            </DialogActions>
          </Form>
        )}
        rotate={({ credentialId }) => rotate({ credentialId })}
        revoke={({ credentialId }) => revoke({ credentialId })}
        actions={(credential) => (
          <MenuItem onSelect={() => setUsageOf(credential)}>
            <ChartColumn aria-hidden />
            {t("Usage…")}
          </MenuItem>
        )}
      />
      {usageOf && <CredentialUsageDialog credential={usageOf} onClose={() => setUsageOf(null)} />}
    </>
  );
}
