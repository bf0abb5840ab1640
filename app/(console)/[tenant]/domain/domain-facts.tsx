"use client";

import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import { Facts } from "@/components/ui/page/page";
import { ExactTime } from "@/components/ui/text";
import type { CustomDomain } from "@/server/domain/domains/domains.schema";

/** Shows the sign-in address and the state of the organization's own domain. */
export function DomainFacts({ state }: { state: CustomDomain }) {
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
