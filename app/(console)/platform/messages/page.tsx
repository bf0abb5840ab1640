import { areaTitle, consolePage } from "../../_frame/pages";
import { messageFilters, messageQuery } from "./filters";
import { Messages } from "./messages";

export const generateMetadata = areaTitle("messages");

export default consolePage("ManagePlatformSettings", async (page) => {
  await page.prefetch(
    page.trpc.platform.messages.page.queryOptions(messageQuery(await page.filters(messageFilters))),
  );
  return <Messages />;
});
