import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { Section } from "@/components/ui/page";
import { container } from "@/server/container";
import { ActivityFeed } from "../../../_frame/activity-feed";
import { TemplatePage } from "./template-page";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("documents");
  return { title: t("Document template") };
}

export default async function DocumentTemplatePage({
  params,
}: PageProps<"/[tenant]/documents/[templateId]">) {
  const { tenant, templateId: text } = await params;
  const page = await openPage(tenant, "ManageTenantConfig");
  const templateId = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : notFound();
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
