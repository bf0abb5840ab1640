import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { AccessRules } from "./access-rules";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("access-rules");
  return { title: t("Access rules") };
}

export default async function AccessRulesPage({ params }: PageProps<"/[tenant]/access-rules">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageAccessRules");
  await page.prefetch(
    page.trpc.accessRules.restriction.queryOptions({}),
    page.trpc.accessRules.list.queryOptions({}),
    page.trpc.accessRules.known.queryOptions({}),
  );
  return page.hydrate(
    <Words of={["access-rules", "rule-types"]}>
      <AccessRules
        tenant={tenant}
        may={{
          people: page.may("ManageUsers"),
          tags: page.may("ManageRelationshipTags"),
          apps: page.may("RegisterApps"),
        }}
      />
    </Words>,
  );
}
