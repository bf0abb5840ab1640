import { Words } from "@/app/_words/words";
import { areaTitle, consolePage } from "../../_frame/pages";
import { AdministratorsTable } from "./administrators-table";

export const generateMetadata = areaTitle("administrators");

export default consolePage("ManageTenantAdmins", async (page) => {
  await page.prefetch(page.trpc.administrators.list.queryOptions({}));
  const self = page.session.memberships.find(({ slug }) => slug === page.tenant)?.userId ?? null;
  return (
    <Words of="administrators">
      <AdministratorsTable tenant={page.tenant} self={self} mayFindPeople={page.may("ManageUsers")} />
    </Words>
  );
});
