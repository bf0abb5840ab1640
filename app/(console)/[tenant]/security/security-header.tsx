import { useExtracted } from "next-intl";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page";

/** Header of the pages of the security area, with tabs. */
export function SecurityHeader({ tenant, mayResetMfa }: { tenant: string; mayResetMfa: boolean }) {
  const t = useExtracted("security");
  const to = (path: string) => `/${tenant}/security${path}`;
  return (
    <>
      <PageHeader
        title={t("Security")}
        description={t("Sign-in risks, active sessions and account protection at a glance.")}
      />
      <LinkTabs
        label={t("Security")}
        tabs={[
          { label: t("Overview"), href: to("") },
          { label: t("Alerts"), href: to("/alerts") },
          { label: t("Sessions"), href: to("/sessions") },
          { label: t("Credential health"), href: to("/credentials") },
          { label: t("Trusted devices"), href: to("/trusted-devices") },
          { label: t("Policy"), href: to("/policy") },
          ...(mayResetMfa ? [{ label: t("MFA resets"), href: to("/mfa-resets") }] : []),
        ]}
      />
    </>
  );
}
