import { getExtracted } from "next-intl/server";
import { Section } from "@/components/ui/page/page";
import { container } from "@/server/container";
import { recordPages, type PageInput } from "../../../_frame/pages";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { TemplatePage } from "./template-page";

const templates = recordPages(
  "templateId",
  "ManageTenantConfig",
  ({ fetch, trpc }, templateId) => fetch(trpc.documents.get.queryOptions({ templateId })),
  ({ name }) => name,
);

export async function generateMetadata(input: PageInput) {
  const t = await getExtracted("documents");
  return templates.title(input, t("Document template"));
}

export default templates.page(async (page) => {
  const { id: templateId } = page;
  const { config } = await container();
  const t = await getExtracted("documents");
  const target = `document_template:${templateId}`;
  await page.prefetch(...page.feed(target));
  return (
    <>
      <TemplatePage tenant={page.tenant} templateId={templateId} baseUrl={config.BASE_URL} />
      {page.mayReadLog && (
        <div className="mt-4">
          <Section title={t("Activity")} flush>
            <ActivityFeed target={target} moreHref={`/${page.tenant}/audit?target=${target}`} />
          </Section>
        </div>
      )}
    </>
  );
});
