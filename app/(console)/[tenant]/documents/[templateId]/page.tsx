import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { Section } from "@/components/ui/page";
import { container } from "@/server/container";
import { ActivityFeed } from "../../../_frame/activity-feed";
import { TemplatePage } from "./template-page";
import { NotThere } from "../../../_frame/not-there";
import { recordId, titleOf } from "../../../_frame/record";

export async function generateMetadata({
  params,
}: PageProps<"/[tenant]/documents/[templateId]">): Promise<Metadata> {
  const t = await getExtracted("documents");
  const { tenant, templateId: text } = await params;
  const name = async () => {
    const page = await openPage(tenant, "ManageTenantConfig");
    const templateId = recordId(text) ?? 0;
    return (await page.fetch(page.trpc.documents.get.queryOptions({ templateId }))).name;
  };
  return titleOf(name, t("Document template"));
}

export default async function DocumentTemplatePage({
  params,
}: PageProps<"/[tenant]/documents/[templateId]">) {
  const { tenant, templateId: text } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  const templateId = recordId(text);
  if (templateId === null) return <NotThere />;
  await page.prefetch(page.trpc.documents.get.queryOptions({ templateId }));
  const { config } = await container();
  const t = await getExtracted("documents");
  const target = `document_template:${templateId}`;
  return page.hydrate(
    <>
      <TemplatePage tenant={tenant} templateId={templateId} baseUrl={config.BASE_URL} />
      {page.may("ReadAuditLog") && (
        <div className="mt-4">
          <Section title={t("Activity")} flush>
            <ActivityFeed target={target} moreHref={`/${tenant}/audit?target=${target}`} />
          </Section>
        </div>
      )}
    </>,
  );
}
