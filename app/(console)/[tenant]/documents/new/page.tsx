import { getExtracted } from "next-intl/server";
import { container } from "@/server/container";
import { consolePage } from "../../../_frame/pages";
import { NewTemplate } from "./new-template";

export async function generateMetadata() {
  const t = await getExtracted("documents");
  return { title: t("New template") };
}

export default consolePage("ManageTenantConfig", async (page) => {
  const { config } = await container();
  return <NewTemplate tenant={page.tenant} baseUrl={config.BASE_URL} />;
});
