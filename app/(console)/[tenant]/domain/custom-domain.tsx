"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Badge, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Facts, PageHeader, Section } from "@/components/ui/page";
import { ExactTime } from "@/components/ui/text";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";
import { Verification } from "./verification";

const domainInput = async () => (await import("@/server/domain/domains/domains.schema")).DomainInput;

/** The domain under which the organization's people sign in: set, proven, removed. */
export function CustomDomain() {
  const trpc = useTRPC();
  const query = useQuery(trpc.domains.get.queryOptions({}));
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  const set = useAction(trpc.domains.set.mutationOptions(), ({ customDomain }) => {
    setReplacing(false);
    return `The domain is ${customDomain}. Publish its DNS record next.`;
  });
  const remove = useAction(trpc.domains.remove.mutationOptions(), () => "The domain was removed.");
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const state = query.data;
  const { customDomain: domain = null, verifyToken = null, verifiedAt = null } = state ?? {};
  return (
    <>
      <PageHeader
        title="Domain"
        description="People sign in at an address of this platform, or at a domain of your own once you have proven that it is yours."
      />
      <div className="max-w-3xl space-y-4">
        <Section title="How people reach this organization" flush>
          {state ? (
            <Facts
              items={[
                {
                  label: "At present",
                  value:
                    state.identityMode === "custom_domain" ? (
                      <>
                        Your own domain, <span className="font-medium">{domain}</span>
                      </>
                    ) : (
                      <>
                        The platform’s address, under the name <code className="font-mono">{state.slug}</code>
                      </>
                    ),
                },
                {
                  label: "Domain",
                  value: domain ? (
                    <span className="flex flex-wrap items-center gap-2">
                      <span className="font-medium break-all">{domain}</span>
                      {verifiedAt ? (
                        <Badge tone="success">Verified</Badge>
                      ) : (
                        <Badge tone="warning">Waiting for its DNS record</Badge>
                      )}
                    </span>
                  ) : (
                    "None set"
                  ),
                },
                ...(verifiedAt ? [{ label: "Verified", value: <ExactTime at={verifiedAt} /> }] : []),
                {
                  label: "Encryption",
                  value: state.hasTlsCertificate
                    ? "Castellan holds a certificate for it."
                    : "The certificate is the business of the proxy in front of this installation: ask its operator to answer for your domain.",
                },
              ]}
            />
          ) : (
            <Skeleton className="m-4 h-24" />
          )}
        </Section>

        {domain && verifyToken && !verifiedAt && <Verification domain={domain} verifyToken={verifyToken} />}

        {state && (domain === null || replacing) && (
          <Section
            title={domain === null ? "Set a domain" : "Use another domain"}
            description={
              verifiedAt
                ? "The new one takes its place at once and must be verified: until then people sign in at the platform’s address."
                : "A name of its own for signing in works best, such as login.example.com."
            }
          >
            <Form schema={domainInput} defaultValues={{ domain: "" }} onSubmit={(values) => set(values)}>
              <TextField
                name="domain"
                label="Domain"
                placeholder="login.example.com"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <div className="flex gap-2">
                <SubmitButton>Set the domain</SubmitButton>
                {replacing && <Button onClick={() => setReplacing(false)}>Cancel</Button>}
              </div>
            </Form>
          </Section>
        )}

        {domain && !replacing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setReplacing(true)}>Use another domain</Button>
            <Button onClick={() => setRemoving(true)}>Remove the domain</Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        open={removing}
        onOpenChange={setRemoving}
        title={`Remove ${domain}?`}
        action="Remove the domain"
        danger
        onConfirm={() => remove({})}
      >
        <p>
          {verifiedAt
            ? "People can no longer sign in there, only at the platform’s address. "
            : "Its DNS record is no longer needed. "}
          Setting it again later needs a new DNS record.
        </p>
      </ConfirmDialog>
    </>
  );
}
