import { getExtracted } from "next-intl/server";
import { consolePage } from "../../../../_frame/pages";
import { NewProvider } from "./new-provider";

export async function generateMetadata() {
  const t = await getExtracted("sign-in-methods");
  return { title: t("New identity provider") };
}

export default consolePage("ManageConnectors", async (page) => {
  return <NewProvider tenant={page.tenant} />;
});
