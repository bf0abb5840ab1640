"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Facts, PageHeader, Section } from "@/components/ui/page";
import { ExactTime } from "@/components/ui/text";
import { domainAddress } from "@/server/domain/domains/address.schema";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { LostPasskeys } from "./lost-passkeys";
import { DomainAddresses } from "./domain-addresses";
import { Verification } from "./verification";

const domainInput = async () => (await import("@/server/domain/domains/domains.schema")).DomainInput;

const EXAMPLE = "login.example.com";

/** Sets, verifies and removes the domain that the organization's people sign in at. */
export function CustomDomain({ baseUrl }: { baseUrl: string }) {
  const t = useExtracted("domain");
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({}));
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const set = useAction(trpc.domains.set.mutationOptions(), ({ customDomain }) => {
    setReplacing(false);
    return t("The domain is {customDomain}. Publish its DNS record next.", {
      customDomain: customDomain ?? "",
    });
  });
  const remove = useAction(trpc.domains.remove.mutationOptions(), () => t("The domain was removed."));
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const state = query.data;
  const { customDomain: domain = null, verifyToken = null, verifiedAt = null } = state ?? {};
  return (
    <>
      <PageHeader
        title={t("Domain")}
        description={t(
          "People sign in at an address of this platform, or at a domain of your own once you have proven that it is yours.",
        )}
      />
      <div className="max-w-3xl space-y-4">
        <Section title={t("How people reach this organization")} flush>
          {state ? (
            <Facts
              items={[
                {
                  label: t("At present"),
                  value:
                    state.identityMode === "custom_domain"
                      ? t.rich("Your own domain, <name>{domain}</name>", {
                          domain: domain ?? "",
                          name: (chunks) => <span className="font-medium">{chunks}</span>,
                        })
                      : t.rich("The platform’s address, under the name <name>{slug}</name>", {
                          slug: state.slug,
                          name: (chunks) => <code className="font-mono">{chunks}</code>,
                        }),
                },
                {
                  label: t("Domain"),
                  value: domain ? (
                    <span className="flex flex-wrap items-center gap-2">
                      <span className="font-medium break-all">{domain}</span>
                      {verifiedAt ? (
                        <Badge tone="success">{t("Verified")}</Badge>
                      ) : (
                        <Badge tone="warning">{t("Waiting for its DNS record")}</Badge>
                      )}
                    </span>
                  ) : (
                    t("None set")
                  ),
                },
                ...(verifiedAt ? [{ label: t("Verified"), value: <ExactTime at={verifiedAt} /> }] : []),
                {
                  label: t("Encryption"),
                  value: state.hasTlsCertificate
                    ? t("Castellan holds a certificate for it.")
                    : t(
                        "The certificate is the business of the proxy in front of this installation: ask its operator to answer for your domain.",
                      ),
                },
              ]}
            />
          ) : (
            <Skeleton className="m-4 h-24" />
          )}
        </Section>

        {domain && verifiedAt && state && (
          <DomainAddresses address={domainAddress(baseUrl, domain)} slug={state.slug} platform={baseUrl} />
        )}
        {domain && verifyToken && !verifiedAt && <Verification domain={domain} verifyToken={verifyToken} />}

        {state && (domain === null || replacing) && (
          <Section
            title={domain === null ? t("Set a domain") : t("Use another domain")}
            description={
              verifiedAt
                ? t(
                    "The new one takes its place at once and must be verified: until then people sign in at the platform’s address.",
                  )
                : t("A name of its own for signing in works best, such as {example}.", { example: EXAMPLE })
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
                {replacing && <Button onClick={() => setReplacing(false)}>{t("Cancel")}</Button>}
              </div>
            </Form>
          </Section>
        )}

        {domain && !replacing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setReplacing(true)}>{t("Use another domain")}</Button>
            <Button onClick={() => setRemoving(true)}>{t("Remove the domain")}</Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={t("Remove {domain}?", { domain: domain ?? "" })}
        action={t("Remove the domain")}
        danger
        onConfirm={() => remove({})}
      >
        {verifiedAt ? (
          <>
            <p>
              {t(
                "People can no longer sign in there, only at the platform’s address. Apps that have it as their issuer stop working, and sign-ins made there end. Setting it again later needs a new DNS record.",
              )}
            </p>
            <LostPasskeys />
          </>
        ) : (
          <p>{t("Its DNS record is no longer needed. Setting it again later needs a new DNS record.")}</p>
        )}
      </ConfirmDialog>
    </>
  );
}
