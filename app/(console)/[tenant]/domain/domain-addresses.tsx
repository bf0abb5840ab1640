"use client";

import { useExtracted } from "next-intl";
import { Facts, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";

interface Props {
  /** Base address at the organization's domain. */
  address: string;
  slug: string;
  /** Base address of the platform. */
  platform: string;
}

/** Lists the addresses at the organization's verified domain. Also lists the addresses that remain on the platform's domain. */
export function DomainAddresses({ address, slug, platform }: Props) {
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
