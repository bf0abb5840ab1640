import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { createLoader } from "nuqs/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { invitationFilters, invitationQuery } from "./filters";
import { InvitationsTable } from "./invitations-table";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("invitations");
  return { title: t("Invitations") };
}

const load = createLoader(invitationFilters);

export default async function InvitationsPage({ params, searchParams }: PageProps<"/[tenant]/invitations">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageInvitations");
  await page.prefetch(
    page.trpc.invitations.list.queryOptions(invitationQuery(await load(searchParams))),
    page.trpc.invitations.delivery.queryOptions({}),
    page.trpc.invitations.settings.queryOptions({}),
  );
  return page.hydrate(
    <Words of="invitations">
      <InvitationsTable tenant={tenant} mayAppoint={page.may("ManageTenantAdmins")} />
    </Words>,
  );
}
