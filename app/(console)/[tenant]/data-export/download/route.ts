import { container } from "@/server/container";
import { consoleDownload } from "@/server/http/console-download";

/** Returns the organization's data as a file. */
export const GET = async (
  request: Request,
  { params }: { params: Promise<{ tenant: string }> },
): Promise<Response> => consoleDownload(await container(), "exportData", request, (await params).tenant);
