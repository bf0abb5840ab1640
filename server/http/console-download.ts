import type { Logger } from "pino";
import type { Actor, RequestFacts } from "../kernel/operation/actor";
import type { Execute } from "../kernel/operation/execute";
import { authorizationRefusals } from "../kernel/refusals/authorization";
import { isOwnDownload } from "../auth/same-origin";
import { chosenDownload, downloadOf } from "./download";
import { endpointGroups } from "./endpoints";
import { errorResponse, refusalOf } from "./errors";
import { requestId } from "./facts";
import { createCommonHeaders } from "./headers";
import { planInput, queryInput } from "./input";

export interface ConsoleDownloadServices {
  config: { BASE_URL: string };
  log: Logger;
  execute: Execute;
  auth: {
    consoleActor: (
      cookies: string | null,
      workspace: string | null,
      facts: RequestFacts,
    ) => Promise<Actor | null>;
  };
  pageAddress: (headers: Headers) => string | null;
}

/**
 * Answers a download link of a console page. Runs the same operation as the REST endpoint of this name, with the rights of the
 * signed-in person. Refuses a request from a page of another site, because every download is recorded in the audit log.
 */
export async function consoleDownload(
  { config, log, execute, auth, pageAddress }: ConsoleDownloadServices,
  name: string,
  request: Request,
  workspace: string | null,
): Promise<Response> {
  const facts = {
    ip: pageAddress(request.headers),
    requestId: requestId(request.headers.get("x-request-id")),
  };
  try {
    if (!isOwnDownload(request.headers, config.BASE_URL)) throw authorizationRefusals.foreign_download();
    const endpoint = endpointGroups
      .flatMap(({ endpoints }) => endpoints)
      .find((one) => one.operation.name === name);
    if (!endpoint?.download) throw new Error(`There is no download ${name}.`);
    const actor = await auth.consoleActor(request.headers.get("cookie"), workspace, facts);
    if (actor === null) throw authorizationRefusals.not_signed_in();
    const input = queryInput(planInput(endpoint), new URL(request.url).searchParams);
    const pieces = (await execute(actor, endpoint.operation, input)) as AsyncIterable<string>;
    return downloadOf(pieces, chosenDownload(endpoint.download, input), {
      ...createCommonHeaders(config.BASE_URL)(facts),
      "cache-control": "no-store",
    });
  } catch (error) {
    return errorResponse(refusalOf(error, log));
  }
}
