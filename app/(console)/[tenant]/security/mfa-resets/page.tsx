import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SecurityHeader } from "../security-header";
import { MfaResetsTable } from "./mfa-resets-table";

export const metadata: Metadata = { title: "MFA resets" };

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
