"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton, Badge } from "@/components/ui/feedback";
import { PageHeader, Section, Facts } from "@/components/ui/page/page";
import { domainAddress } from "@/server/domain/domains/address.schema";
import { ExactTime, Code } from "@/components/ui/text";
import type { CustomDomain as Domain } from "@/server/domain/domains/domains.schema";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { QueryError } from "../../_frame/lists/query-error";
import { SetDomain, LostPasskeys } from "./set-domain";
import { Verification } from "./verification";
import { useAction } from "../../_frame/use-action";

/** Sets, verifies and removes the organization's own domain for sign-in. */
export function CustomDomain({ baseUrl }: { baseUrl: string }) {
  const t = useExtracted("domain");
  const query = useQuery(useTRPC().domains.get.queryOptions({}));
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const state = query.data;
  const { customDomain: domain = null, verifyToken = null, verifiedAt = null } = state ?? {};
  return (
    <>
      <PageHeader
        title={t("Domain")}
        description={t(
          "People sign in at an address of this platform, or at your own domain after you prove that you own it.",
        )}
      />
      <div className="max-w-3xl space-y-4">
        <Section title={t("Address of this organization")} flush>
          {state ? <DomainFacts state={state} /> : <Skeleton className="m-4 h-24" />}
        </Section>

        {domain && verifiedAt && state && (
          <DomainAddresses address={domainAddress(baseUrl, domain)} slug={state.slug} platform={baseUrl} />
        )}
        {domain && verifyToken && !verifiedAt && <Verification domain={domain} verifyToken={verifyToken} />}

        {state && (domain === null || replacing) && (
          <SetDomain
            state={state}
            onSet={() => setReplacing(false)}
            onCancel={replacing ? () => setReplacing(false) : undefined}
          />
        )}

        {domain && !replacing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setReplacing(true)}>{t("Use another domain")}</Button>
            <Button onClick={() => setRemoving(true)}>{t("Remove the domain")}</Button>
          </div>
        )}
      </div>
      <RemoveDomain domain={domain} verifiedAt={verifiedAt} open={removing} onOpenChange={setRemoving} />
    </>
  );
}

/** Shows the sign-in address and the state of the organization's own domain. */
function DomainFacts({ state }: { state: Domain }) {
  const t = useExtracted("domain");
  const { customDomain: domain, verifiedAt } = state;
  return (
    <Facts
      items={[
        {
          label: t("Current address"),
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
                "The proxy in front of this installation manages the certificate. Ask the operator to set up your domain there.",
              ),
        },
      ]}
    />
  );
}

/** Button that removes the organization's domain after a confirmation. */
function RemoveDomain({
  domain,
  verifiedAt,
  open,
  onOpenChange,
}: {
  domain: string | null;
  verifiedAt: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const t = useExtracted("domain");
  const remove = useAction(useTRPC().domains.remove.mutationOptions(), () => t("The domain was removed."));
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("Remove {domain}?", { domain: domain ?? "" })}
      action={t("Remove the domain")}
      danger
      onConfirm={() => remove({})}
    >
      {verifiedAt ? (
        <>
          <p>
            {t(
              "People can no longer sign in there, only at the platform’s address. Apps that use the domain as their issuer stop working, and sessions started there end. To set it again later, you need a new DNS record.",
            )}
          </p>
          <LostPasskeys />
        </>
      ) : (
        <p>{t("Its DNS record is no longer needed. To set it again later, you need a new DNS record.")}</p>
      )}
    </ConfirmDialog>
  );
}

interface Props {
  /** Base address at the organization's domain. */
  address: string;
  slug: string;
  /** Base address of the platform. */
  platform: string;
}

/** Lists the addresses at the organization's verified domain. Also lists the addresses that remain on the platform's domain. */
function DomainAddresses({ address, slug, platform }: Props) {
  const t = useExtracted("domain");
  const addresses = [
    { label: t("OpenID issuer"), value: address, name: t("the issuer") },
    {
      label: t("Discovery"),
      value: `${address}/.well-known/openid-configuration`,
      name: t("the address of discovery"),
    },
    {
      label: t("Account page"),
      value: `${address}/account/${slug}`,
      name: t("the address of the account page"),
    },
  ];
  return (
    <Section
      title={t("Available at this domain")}
      description={t(
        "Sign-in, consent, password reset and the account page, with your branding. Apps use the domain as their issuer.",
      )}
      flush
    >
      <Facts
        items={addresses.map(({ label, value, name }) => ({
          label,
          value: <Code text={value} label={name} />,
        }))}
      />
      <ul className="list-disc space-y-1 border-t border-line py-4 pr-4 pl-8 text-sm text-ink-soft">
        <li>
          {t(
            "The domain and the platform’s address are two issuers. Sessions, tokens and passkeys work only where they were created. To move an app, change its issuer. Its users then sign in once more.",
          )}
        </li>
        <li>
          {t.rich(
            "The console, the REST interface, SCIM and the return addresses of identity providers stay at <b>{platform}</b>.",
            { b: (chunks) => <span className="break-words text-ink">{chunks}</span>, platform },
          )}
        </li>
        <li>
          {t(
            "Ask the operator of the platform to configure the proxy: it must serve the domain with a certificate and forward the requested host name.",
          )}
        </li>
      </ul>
    </Section>
  );
}
