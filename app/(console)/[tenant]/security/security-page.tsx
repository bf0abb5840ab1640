import "server-only";
import { getExtracted } from "next-intl/server";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { PageHeader } from "@/components/ui/page/page";
import type { Capability } from "@/server/kernel/capabilities";
import { consolePage, type Page } from "../../_frame/pages";

/** Returns a page of the security area, with the header and tabs of the area. */
export const securityPage = (capability: Capability, show: (page: Page) => Promise<ReactNode>) =>
  consolePage(capability, async (page) => {
    const t = await getExtracted("security");
    const to = (path: string) => `/${page.tenant}/security${path}`;
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
            ...(page.may("ManageMfaResets") ? [{ label: t("MFA resets"), href: to("/mfa-resets") }] : []),
          ]}
        />
        {await show(page)}
      </>
    );
  });
