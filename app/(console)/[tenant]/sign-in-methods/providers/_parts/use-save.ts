"use client";

import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/components/data/trpc";
import type { Configuration, Provider } from "@/server/domain/federation/federation.schema";
import { inFormFields } from "@/components/form/conflicts";
import type { Seen } from "@/components/form/use-edit-conflicts";
import { useAction } from "../../../../_frame/use-action";

/**
 * Splits a text into domains in lower case. The server stores domains in the same form and compares both lists to detect edit
 * conflicts.
 */
export const splitDomains = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);

export interface FormOf {
  tenant: string;
  /** Provider to change. Null for a new provider. */
  provider: Provider | null;
}

interface Beside {
  name: string;
  secret?: string | undefined;
  withoutSecret: boolean;
}

/**
 * Returns a function that saves a provider form. After creating a provider, the function opens the provider's page, because
 * this page shows the addresses to enter at the provider.
 */
export function useSave({ tenant, provider }: FormOf) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const router = useRouter();
  const create = useAction(trpc.federation.create.mutationOptions(), ({ name }) =>
    t("{provider} was added.", { provider: name }),
  );
  const update = useAction(trpc.federation.update.mutationOptions(), () => t("The settings were saved."));
  return async (
    { name, secret, withoutSecret }: Beside,
    configuration: Configuration,
    { $basedOn: { emailDomains, ...loaded } }: Seen,
  ) => {
    const kept = withoutSecret ? { secret: null } : secret ? { secret } : {};
    try {
      if (provider) {
        const $basedOn = { ...loaded, emailDomains: splitDomains(String(emailDomains)) };
        return await update({ providerId: provider.providerId, name, configuration, ...kept, $basedOn });
      }
      const { providerId } = await create({ name, configuration, ...kept });
      router.push(`/${tenant}/sign-in-methods/providers/${providerId}`);
    } catch (error) {
      await inFormFields(({ emailDomains: domains, ...rest }) => ({
        ...rest,
        ...(Array.isArray(domains) && { emailDomains: domains.join("\n") }),
      }))(onField(error));
    }
  };
}

/** Replaces the path `configuration.settings.<name>` in an error of the server by `<name>`, the name of the form field. */
function onField(error: unknown) {
  const field = (error as { data?: { field?: string | null } }).data?.field;
  if (!(error instanceof Error) || !field?.startsWith("configuration.settings.")) return error;
  const name = /^configuration\.settings\.(\w+)/.exec(field)?.[1] ?? field;
  return Object.assign(new Error(error.message.replace(/^configuration\.settings\./, "")), {
    data: { field: name },
  });
}
