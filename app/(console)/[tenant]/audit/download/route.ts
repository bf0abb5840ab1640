import { container } from "@/server/container";
import { consoleDownload } from "@/server/http/console-download";

/** The audit log, as a file: what the query says of it. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ tenant: string }> },
): Promise<Response> =>
  consoleDownload(await container(), "exportAuditEvents", request, (await params).tenant);
