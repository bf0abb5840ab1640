import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { openPage } from "@/app/workspace";
import { auditFilters } from "../../_frame/log/audit-filters";
import { PlatformAudit } from "./platform-audit";
import { platformAuditQuery } from "./query";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("platform");
  return { title: t("Platform audit log") };
}

const load = createLoader(auditFilters);

export default async function PlatformAuditPage({ searchParams }: PageProps<"/platform/audit">) {
  const page = await openPage(null, "ReadPlatformAuditLog");
  await page.prefetch(
    page.trpc.platform.audit.page.queryOptions(platformAuditQuery(await load(searchParams))),
  );
  return page.hydrate(<PlatformAudit />);
}
