import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Section } from "@/components/ui/page/page";
import { container } from "@/server/container";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { TemplatePage } from "./template-page";
import { feedQuery } from "../../../_frame/log/feed-query";
import { openRecord } from "../../../_frame/records/open-record";
import { titleOf } from "../../../_frame/records/record";

const open = (params: PageProps<"/[tenant]/documents/[templateId]">["params"]) =>
  openRecord(params, "templateId", "ManageTenantConfig", ({ fetch, trpc }, templateId) =>
    fetch(trpc.documents.get.queryOptions({ templateId })),
  );

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/documents/[templateId]">): Promise<Metadata> {
  const t = await getExtracted("documents");
  return titleOf(async () => (await open(params)).record?.name, t("Document template"));
}

export default async function DocumentTemplatePage({
  params,
}: PageProps<"/[tenant]/documents/[templateId]">) {
  const { tenant } = await params;
  const { page, id: templateId } = await open(params);
  const { config } = await container();
  const t = await getExtracted("documents");
  const target = `document_template:${templateId}`;
  const mayReadLog = page.may("ReadAuditLog");
  if (mayReadLog) await page.prefetch(page.trpc.audit.page.queryOptions(feedQuery(target)));
  return page.hydrate(
    <>
      <TemplatePage tenant={tenant} templateId={templateId} baseUrl={config.BASE_URL} />
      {mayReadLog && (
        <div className="mt-4">
          <Section title={t("Activity")} flush>
            <ActivityFeed target={target} moreHref={`/${tenant}/audit?target=${target}`} />
          </Section>
        </div>
      )}
    </>,
  );
}
