import type { Actor, RequestFacts } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import { authorizationRefusals } from "../kernel/refusals";
import { isOwnDownload } from "../auth/browser/same-origin";
import { endpointGroups, type Downloads } from "./endpoints";
import { planInput, queryInput } from "./input";
import { ReadableStream, TextEncoderStream } from "node:stream/web";
import type { Download } from "../kernel/operation/operation";

/** Names of the endpoints that the console offers as a download, by the path below the workspace. */
export const consoleDownloads = {
  "/audit/download": "exportAuditEvents",
  "/data-export/download": "exportData",
} as const;

export interface ConsoleDownloadServices {
  baseUrl: string;
  execute: Execute;
  consoleActor: (cookies: string | null, workspace: string, facts: RequestFacts) => Promise<Actor | null>;
  headersOf: (facts: RequestFacts) => Record<string, string>;
}

/**
 * Answers a download link of a console page. Runs the same operation as the REST endpoint of this name, with the rights of the
 * signed-in person. Refuses a request from a page of another site, because every download is recorded in the audit log.
 */
export async function sendConsoleDownload(
  { baseUrl, execute, consoleActor, headersOf }: ConsoleDownloadServices,
  name: string,
  request: Request,
  { workspace, facts }: { workspace: string; facts: RequestFacts },
): Promise<Response> {
  if (!isOwnDownload(request.headers, baseUrl)) throw authorizationRefusals.foreign_download();
  const endpoint = endpointGroups
    .flatMap(({ endpoints }) => endpoints)
    .find((one) => one.operation.name === name);
  if (!endpoint?.download) throw new Error(`There is no download ${name}.`);
  const actor = await consoleActor(request.headers.get("cookie"), workspace, facts);
  if (actor === null) throw authorizationRefusals.not_signed_in();
  const input = queryInput(planInput(endpoint), new URL(request.url).searchParams);
  const pieces = (await execute(actor, endpoint.operation, input)) as AsyncIterable<string>;
  return downloadOf(pieces, chosenDownload(endpoint.download, input), {
    ...headersOf(facts),
    "cache-control": "no-store",
  });
}

/** Returns the download that the input field `by` selects. Returns the first download if the field selects none. */
export function chosenDownload({ by, kinds }: Downloads, input: Record<string, unknown>): Download {
  const [, chosen] = kinds.find(([value]) => by !== null && value === input[by]) ?? kinds[0]!;
  return chosen;
}

/** Creates an answer that streams its text at the speed of the client. The whole text is never in memory. */
export function downloadOf(
  pieces: AsyncIterable<string>,
  { contentType, fileName }: Download,
  headers: Record<string, string>,
) {
  const bytes = ReadableStream.from(pieces).pipeThrough(new TextEncoderStream());
  // node:stream/web and the DOM declare separate types for the same stream objects.
  return new Response(bytes as unknown as BodyInit, {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}
