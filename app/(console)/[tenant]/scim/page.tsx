import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import Link from "next/link";
import { openPage } from "@/app/workspace";
import { PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { scimAddress } from "./_parts/base-address";
import { ScimTabs } from "./_parts/scim-tabs";
import { TokensTable } from "./tokens-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("scim");
  return { title: t("SCIM provisioning") };
}

export default async function ScimPage({ params }: PageProps<"/[tenant]/scim">) {
  const t = await getExtracted("scim");
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageCredentials");
  await page.prefetch(page.trpc.scim.tokens.queryOptions({}));
  return page.hydrate(
    <>
      <PageHeader
        title={t("SCIM provisioning")}
        description={t(
          "Your identity provider creates people here, updates them, and deactivates people who leave.",
        )}
      />
      <ScimTabs tenant={tenant} />
      <div className="space-y-4">
        <Section
          title={t("Base address")}
          description={t("The provider calls it “Tenant URL”, “Base URL” or “SCIM endpoint”.")}
        >
          <Code text={await scimAddress(tenant)} label={t("base address")} />
          {page.may("ManageRoles") && (
            <p className="mt-2 text-sm text-ink-soft">
              {t.rich(
                "Choose the roles that the provider may grant under <link>Governance</link>. Without a governed role, it only manages people.",
                {
                  link: (chunks) => (
                    <Link href={`/${tenant}/governance`} className="text-accent-text underline">
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
    </>,
  );
}
