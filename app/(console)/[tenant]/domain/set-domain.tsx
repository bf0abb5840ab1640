"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Section } from "@/components/ui/page/page";
import type { CustomDomain } from "@/server/domain/domains/domains.schema";
import { useQuery } from "@tanstack/react-query";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { useAction } from "../../_frame/use-action";

const domainInput = async () => (await import("@/server/domain/domains/domains.schema")).DomainInput;

const EXAMPLE = "login.example.com";

/** Form that sets or replaces the organization's domain. */
export function SetDomain({
  state: { customDomain: domain, verifiedAt },
  onSet,
  onCancel,
}: {
  state: CustomDomain;
  onSet: () => void;
  onCancel: (() => void) | undefined;
}) {
  const t = useExtracted("domain");
  const set = useAction(useTRPC().domains.set.mutationOptions(), ({ customDomain }) => {
    onSet();
    return t("The domain is {customDomain}. Publish its DNS record next.", {
      customDomain: customDomain ?? "",
    });
  });
  return (
    <Section
      title={domain === null ? t("Set a domain") : t("Use another domain")}
      description={
        verifiedAt
          ? t(
              "The new domain replaces the current one at once and must be verified. Until then, people sign in at the platform’s address.",
            )
          : t("A separate name for sign-in works best, such as {example}.", { example: EXAMPLE })
      }
    >
      {verifiedAt && <LostPasskeys />}
      <Form schema={domainInput} defaultValues={{ domain: "" }} onSubmit={(values) => set(values)}>
        <TextField
          name="domain"
          label={t("Domain")}
          placeholder={EXAMPLE}
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex gap-2">
          <SubmitButton>{t("Set the domain")}</SubmitButton>
          {onCancel && <Button onClick={onCancel}>{t("Cancel")}</Button>}
        </div>
      </Form>
    </Section>
  );
}

/** Warns how many passkeys stop working after the domain is removed. The warning has no number if the count fails. */
export function LostPasskeys() {
  const t = useExtracted("domain");
  const trpc = useTRPC();
  const { data, isLoadingError } = useQuery(trpc.domains.passkeys.queryOptions({}));
  if (data?.passkeys === 0) return null;
  if (!data && !isLoadingError) return <Skeleton className="h-16" />;
  return (
    <Callout tone="warning">
      {data
        ? t(
            "{passkeys, plural, one {# passkey was} other {# passkeys were}} created at this domain and cannot be used without it. Users without another second factor need an administrator to restore their access.",
            { passkeys: data.passkeys },
          )
        : t(
            "Passkeys that were created at this domain cannot be used without it. Their number could not be determined. Users without another second factor need an administrator to restore their access.",
          )}
    </Callout>
  );
}
