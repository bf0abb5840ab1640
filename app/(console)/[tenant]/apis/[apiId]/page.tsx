import { feedQuery } from "../../../_frame/log/feed-query";
import { ApiSettings } from "./api-settings";
import { apiTitle, openApiPage } from "./open-api-page";

export const generateMetadata = ({ params }: PageProps<"/[tenant]/apis/[apiId]">) => apiTitle(params);

export default async function ApiPage({ params }: PageProps<"/[tenant]/apis/[apiId]">) {
  const { page, tenant, apiId, show } = await openApiPage(params);
  const mayReadLog = page.may("ReadAuditLog");
  if (mayReadLog) await page.prefetch(page.trpc.audit.page.queryOptions(feedQuery(`api:${apiId}`)));
  return show(<ApiSettings tenant={tenant} apiId={apiId} mayReadLog={mayReadLog} />);
}
