import { z } from "zod";
import type { Actor, RequestFacts } from "../kernel/actor";
import { AppError, invalid } from "../kernel/errors";
import { validated } from "../kernel/execute";
import type { RenderPool } from "../pdf/pool";

export interface RenderServices {
  bearer: (authorization: string | undefined, facts: RequestFacts) => Promise<Actor>;
  /** Whether a Cookie header names somebody who is signed in to the console. */
  signedIn: (cookies: string | null) => Promise<boolean>;
  pdf: Pick<RenderPool, "render">;
  /** The operator opened rendering to everyone. */
  renderPublic: boolean;
}

const MOST_TEMPLATE = 2 * 1024 * 1024;
const MOST_DATA = 2 * 1024 * 1024;
/** Base64 makes a template a third longer; the rest is room for JSON. */
const MOST_BODY = Math.ceil(MOST_TEMPLATE * 1.4) + MOST_DATA + 64 * 1024;

const RenderRequest = z.strictObject({
  template: z.strictObject({
    type: z.literal("base64", "must be base64"),
    content: z.string("must be a text"),
  }),
  data: z.record(z.string(), z.unknown(), "must be an object").nullish(),
  options: z
    .strictObject({
      pageSize: z.enum(["A4", "Letter"], "must be A4 or Letter").optional(),
      orientation: z.enum(["portrait", "landscape"], "must be portrait or landscape").optional(),
    })
    .nullish(),
});

const tooLarge = (what: string, most: number) =>
  new AppError(413, "content_too_large", `${what} has more than ${most} bytes.`);

/** POST /api/render/pdf (pdf-rendering.md; clarifications, document 3). */
export async function renderPdf(
  request: Request,
  facts: RequestFacts,
  services: RenderServices,
): Promise<Response> {
  await admit(request, facts, services);
  const { template, data, options } = validated(RenderRequest, await bodyOf(request));
  const html = decoded(template.content);
  const { pdf, warnings } = await services.pdf.render({
    template: html,
    data: data ?? {},
    options: options ?? {},
  });
  return Response.json(
    { pdfBase64: Buffer.from(pdf).toString("base64"), warnings },
    { headers: { "cache-control": "no-store" } },
  );
}

/** A tenant's management token of any capability, or a console session. */
async function admit(request: Request, facts: RequestFacts, services: RenderServices) {
  if (services.renderPublic) return;
  const authorization = request.headers.get("authorization") ?? undefined;
  if (authorization === undefined && (await services.signedIn(request.headers.get("cookie")))) return;
  const actor = await services.bearer(authorization, facts);
  if (actor.scope !== "tenant")
    throw new AppError(403, "insufficient_scope", "This needs a token of a tenant's management credential.");
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw invalid("The body must be application/json.");
  if (Number(request.headers.get("content-length") ?? 0) > MOST_BODY) throw tooLarge("The body", MOST_BODY);
  const text = await request.text();
  if (Buffer.byteLength(text) > MOST_BODY) throw tooLarge("The body", MOST_BODY);
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw invalid("The body is not valid JSON.");
  }
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw invalid("The body must be a JSON object.");
  const { data } = body as { data?: unknown };
  if (data !== undefined && Buffer.byteLength(JSON.stringify(data)) > MOST_DATA)
    throw tooLarge("data", MOST_DATA);
  return body;
}

function decoded(content: string): string {
  const text = content.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text))
    throw invalid("template.content: must be base64.", "template.content");
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > MOST_TEMPLATE) throw tooLarge("The template", MOST_TEMPLATE);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw invalid("template.content: must be UTF-8 when decoded.", "template.content");
  }
}
