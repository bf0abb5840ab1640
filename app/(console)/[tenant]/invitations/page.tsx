import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { invitationFilters, invitationQuery } from "./filters";
import { InvitationsTable } from "./invitations-table";

export const generateMetadata = areaTitle("invitations");

export default consolePage("ManageInvitations", async (page) => {
  await page.prefetch(
    page.trpc.invitations.list.queryOptions(invitationQuery(await page.filters(invitationFilters))),
    page.trpc.invitations.delivery.queryOptions({}),
    page.trpc.invitations.settings.queryOptions({}),
  );
  return (
    <Words of="invitations">
      <InvitationsTable tenant={page.tenant} mayAppoint={page.may("ManageTenantAdmins")} />
    </Words>
  );
});
