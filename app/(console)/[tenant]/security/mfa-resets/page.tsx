import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { MfaResetsTable } from "./mfa-resets-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("security");
  return { title: t("MFA resets") };
}

export default async function MfaResetsTablePage({ params }: PageProps<"/[tenant]/security/mfa-resets">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageMfaResets");
  await page.prefetch(page.trpc.mfaResets.list.queryOptions({}));
  return page.hydrate(
    <>
      <SecurityHeader tenant={tenant} mayResetMfa={page.may("ManageMfaResets")} />
      <MfaResetsTable tenant={tenant} />
    </>,
  );
}
