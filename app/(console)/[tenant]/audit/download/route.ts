import { container } from "@/server/container";
import { consoleDownload } from "@/server/http/console-download";

/** Returns the events that match the filters as a file. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ tenant: string }> },
): Promise<Response> =>
  consoleDownload(await container(), "exportAuditEvents", request, (await params).tenant);
