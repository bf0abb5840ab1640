import { getExtracted } from "next-intl/server";
import Link from "next/link";
import { PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { areaTitle, consolePage } from "../../_frame/pages";
import { ScimTabs, scimAddress } from "./_parts/scim-tabs";
import { TokensTable } from "./tokens-table";

export const generateMetadata = areaTitle("scim");

export default consolePage("ManageCredentials", async (page) => {
  const t = await getExtracted("scim");
  await page.prefetch(page.trpc.scim.tokens.queryOptions({}));
  return (
    <>
      <PageHeader
        title={t("SCIM provisioning")}
        description={t(
          "Your identity provider creates people here, updates them, and deactivates people who leave.",
        )}
      />
      <ScimTabs tenant={page.tenant} />
      <div className="space-y-4">
        <Section
          title={t("Base address")}
          description={t("The provider calls it “Tenant URL”, “Base URL” or “SCIM endpoint”.")}
        >
          <Code text={await scimAddress(page.tenant)} label={t("base address")} />
          {page.may("ManageRoles") && (
            <p className="mt-2 text-sm text-ink-soft">
              {t.rich(
                "Choose the roles that the provider may grant under <link>Governance</link>. Without a governed role, it only manages people.",
                {
                  link: (chunks) => (
                    <Link href={`/${page.tenant}/governance`} className="text-accent-text underline">
                      {chunks}
                    </Link>
                  ),
                },
              )}
            </p>
          )}
        </Section>
        <TokensTable />
      </div>
    </>
  );
});
