import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { SessionIntelligence } from "./session-intelligence";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("Active sessions") };
}

export default async function SessionIntelligencePage({ params }: PageProps<"/[tenant]/security/sessions">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ReadRiskSignals");
  await page.prefetch(page.trpc.risk.sessions.queryOptions({}));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <SessionIntelligence tenant={tenant} />
    </>,
  );
}
