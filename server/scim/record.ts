import type { Context, MiddlewareHandler } from "hono";
import type { RecordProvisioning } from "../domain/provisioning/record";
import type { RequestFacts } from "../kernel/operation/actor";
import type { AppError } from "../kernel/errors";
import { type CodedText, type TextParam, defineTexts } from "../kernel/texts/define";
import { reasonOf } from "../kernel/texts/text";
import { entryOf, type Json } from "./attributes";
import { scimErrorOf } from "./errors";
import type { Answer, ScimRequest } from "./requests";

const provisioningTexts = defineTexts("provisioning", {
  one_operation: "{count} operation",
  operations: "{count} operations",
  some_refused: "{refused} of {operations} were refused. The first: {reason}",
});

/** Details of a request for the provisioning log, as far as they are known. */
export interface Subject {
  about?: CodedText | string | null;
  target?: string | null;
  /** Reason of a partial refusal that the status does not show. */
  refusal?: CodedText;
}

interface Recorded {
  Variables: { facts: RequestFacts; scim: ScimRequest; subject?: Subject };
}

/** Parameters of a list that the log contains. Other parts of a URL could contain any data. */
const shownParameters = [
  "filter",
  "startIndex",
  "count",
  "sortBy",
  "sortOrder",
  "attributes",
  "excludedAttributes",
];
/** Shortens a text to the length of a column. Replaces half of a surrogate pair, which would make the whole insert fail. */
const cut = (text: string, length: number) => {
  const whole = text.replaceAll("\0", "");
  return (whole.length > length ? `${whole.slice(0, length - 1)}…` : whole).toWellFormed();
};

/** Shortens each text in a parameter to 300 characters, the maximum length of a stored parameter. */
function cutParam(param: TextParam): TextParam {
  if (typeof param === "string") return cut(param, 300);
  if (typeof param === "number" || "place" in param || "userField" in param) return param;
  return "code" in param ? cutText(param) : param.map(cutParam);
}
const cutText = ({ code, params }: CodedText): CodedText => ({
  code,
  params: Object.fromEntries(Object.entries(params).map(([name, param]) => [name, cutParam(param)])),
});

function pathOf(c: Context<Recorded>): string {
  const path = c.req.path.split("/").slice(4).join("/");
  const parameters = shownParameters.flatMap((name) => {
    const value = c.req.query(name);
    return value === undefined ? [] : [`${name}=${value}`];
  });
  return cut(`/${path}${parameters.length > 0 ? `?${parameters.join("&")}` : ""}`, 500);
}

/** Returns the name of a user or group in a body. */
export function nameIn(body: Json): string | null {
  const name = entryOf(body, "userName") ?? entryOf(body, "displayName");
  return typeof name === "string" && name !== "" ? cut(name, 200) : null;
}

const kinds: Record<string, string> = { users: "user", groups: "role" };

/** Returns the subject of a response. */
export function subjectOf({ body }: Answer, path: string): Subject {
  const [, kindInPath, idInPath] = /\/(users|groups)(?:\/([1-9]\d{0,14}))?$/i.exec(path) ?? [];
  const kind = kinds[kindInPath?.toLowerCase() ?? ""];
  if (body === null) return kind && idInPath ? { target: `${kind}:${idInPath}` } : {};
  const id = body["id"];
  return kind !== undefined && typeof id === "string" ? { about: nameIn(body), target: `${kind}:${id}` } : {};
}

/** Returns the subject of a Bulk request with this number of results. */
export function subjectOfBulk(count: number, refusals: readonly AppError[]): Subject {
  const about =
    count === 1 ? provisioningTexts.one_operation({ count }) : provisioningTexts.operations({ count });
  const [first] = refusals;
  if (first === undefined) return { about };
  const params = { refused: refusals.length, operations: about, reason: reasonOf(first) };
  return { about, refusal: provisioningTexts.some_refused(params) };
}

/** Records each request after its response. */
export const recording =
  (record: RecordProvisioning): MiddlewareHandler<Recorded> =>
  async (c, next) => {
    const started = performance.now();
    const at = new Date();
    await next();
    const actor = (c.get("scim") as ScimRequest | undefined)?.actor;
    const token = actor?.scope === "tenant" && actor.subject.kind === "scim_client" ? actor : null;
    const subject = c.get("subject") ?? {};
    const { status } = c.res;
    const thrown = c.error && scimErrorOf(c.error);
    const detail = thrown ? reasonOf(thrown.refusal) : (subject.refusal ?? null);
    const refused = status >= 400 || subject.refusal !== undefined;
    record({
      tenant: token
        ? { id: token.tenantId, tokenId: (token.subject as { tokenId: number }).tokenId }
        : { slug: c.req.param("slug") ?? "" },
      at,
      method: cut(c.req.method, 20),
      path: pathOf(c),
      about: subject.about ?? null,
      target: subject.target ?? null,
      outcome: status >= 500 ? "failed" : refused ? "refused" : "succeeded",
      status,
      detail: typeof detail === "string" ? cut(detail, 500) : detail && cutText(detail),
      durationMs: Math.round(performance.now() - started),
      requestId: c.get("facts").requestId,
    });
  };
