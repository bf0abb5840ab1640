import * as z from "zod";
import { orientations, pageSizes } from "../domain/documents/kinds.schema";
import { assetsToRender, draftToRender, templateToRender } from "../domain/documents/rendering";
import type { Actor, RequestFacts, TenantActor } from "../kernel/operation/actor";
import type { AppScope } from "../kernel/capabilities";
import { validated, type Execute } from "../kernel/operation/execute";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import type { Locale } from "../kernel/strings/languages";
import { localeOf } from "../kernel/strings/locale";
import { wordsIn } from "../kernel/texts/text";
import { must } from "../kernel/strings/must";
import type { RenderPool } from "../pdf/pool";
import { jsonFrom, textFrom } from "../kernel/strings/json";
import { bytesOf } from "../kernel/http/request-body";
import { TENANT_HEADER } from "../kernel/http/workspace";
import { defineRefusals } from "../kernel/texts/define";

const pdfRefusals = defineRefusals("pdf", {
  request_too_large: { status: 413, text: "The body has more than {max} bytes." },
  data_too_large: { status: 413, text: "data has more than {max} bytes." },
  template_too_large: { status: 413, text: "The template has more than {max} bytes." },
  template_not_base64: {
    status: 400,
    text: "template.content: must be base64.",
    field: "template.content",
  },
  template_not_utf8: {
    status: 400,
    text: "template.content: must be UTF-8 when decoded.",
    field: "template.content",
  },
});

export interface RenderServices {
  bearer: (authorization: string | undefined, facts: RequestFacts) => Promise<Actor>;
  /** Returns true if a Cookie header contains a live console session. */
  signedIn: (cookies: string | null) => Promise<boolean>;
  /** Returns the actor of a console session in the tenant with this slug. Returns null if the user may not enter the tenant. */
  consoleActor: (cookies: string | null, tenant: string, facts: RequestFacts) => Promise<Actor | null>;
  execute: Execute;
  pdf: Pick<RenderPool, "render">;
  /** True if the operator opened rendering to everyone. */
  renderPublic: boolean;
}

const MOST_TEMPLATE = 2 * 1024 * 1024;
const MOST_DATA = 2 * 1024 * 1024;
/**
 * Maximum size of a body in bytes. Base64 makes a template a third longer. The last summand is for the JSON around the template
 * and the data.
 */
const MOST_BODY = Math.ceil(MOST_TEMPLATE * 1.4) + MOST_DATA + 64 * 1024;

const Content = z.string(must("not_a_text"));
const PageOptions = z.strictObject({
  pageSize: z.enum(pageSizes).optional(),
  orientation: z.enum(orientations).optional(),
});
const TemplateId = z.int(must("not_whole")).positive(must("not_positive"));

const RenderRequest = z.strictObject({
  template: z.discriminatedUnion(
    "type",
    [
      z.strictObject({ type: z.literal("base64"), content: Content }),
      z.strictObject({
        type: z.literal("stored"),
        id: TemplateId,
        version: TemplateId.optional(),
        /** A draft. The server renders the draft instead of the stored version. */
        content: Content.optional(),
      }),
    ],
    must("not_render_template"),
  ),
  data: z.record(z.string(), z.unknown(), must("not_an_object")).nullish(),
  options: PageOptions.nullish(),
});
type Asked = z.output<typeof RenderRequest>;

/** Returns the language of the console page that sends a request. Returns null for the requests of other clients. */
export function consoleLocale({ headers }: Request): Locale | null {
  return headers.has("authorization") || !headers.has(TENANT_HEADER)
    ? null
    : localeOf(undefined, headers.get("accept-language"));
}

/**
 * Handles POST /api/render/pdf (pdf-rendering.md; clarifications, document 3) for the actor that `renderingActor` returned. An
 * answer to the console also has `messages`: the warnings in the language of the page.
 */
export async function renderPdf(
  request: Request,
  actor: TenantActor | null,
  services: Pick<RenderServices, "execute" | "pdf">,
): Promise<Response> {
  const asked = validated(RenderRequest, await bodyOf(request));
  const template = await templateOf(asked, actor, services.execute);
  const data = asked.data ?? {};
  const assets = await assetsOf(template.template, data, actor, services.execute);
  const locale = consoleLocale(request);
  const { pdf, warnings } = await services.pdf.render(
    { ...template, data, assets },
    actor?.tenantId.toString(),
  );
  return Response.json(
    {
      pdfBase64: Buffer.from(pdf).toString("base64"),
      warnings: warnings.map(wordsIn("en")),
      ...(locale !== null && { messages: warnings.map(wordsIn(locale)) }),
    },
    { headers: { "cache-control": "no-store" } },
  );
}

/** Scope that a token of the app itself (client_credentials) needs. */
const RENDER_SCOPE: AppScope = "documents:render";

/** Throws 403 (RFC 6750 §3.1) if the token of an app lacks the scope. */
function requireScope({ subject, capabilities }: TenantActor) {
  if (subject.kind === "credential" && subject.ofApp && !capabilities.has(RENDER_SCOPE))
    throw authorizationRefusals.missing_scope({ scope: RENDER_SCOPE }, { scope: RENDER_SCOPE });
}

/**
 * Returns the actor of a rendering request. Three credentials are accepted:
 * - a management token of a tenant, with any capability;
 * - a token of an app with the scope for rendering;
 * - a console session.
 *
 * Returns null for rendering without a tenant: for a session on a page that belongs to no tenant, or for anyone if the operator
 * opened rendering. Throws 401, or 403 for tokens of the platform.
 */
export async function renderingActor(
  request: Request,
  facts: RequestFacts,
  services: RenderServices,
): Promise<TenantActor | null> {
  const authorization = request.headers.get("authorization") ?? undefined;
  const cookies = request.headers.get("cookie");
  if (authorization === undefined && (await services.signedIn(cookies))) {
    const tenant = request.headers.get(TENANT_HEADER);
    const actor = tenant === null ? null : await services.consoleActor(cookies, tenant, facts);
    return actor?.scope === "tenant" ? actor : null;
  }
  if (services.renderPublic && authorization === undefined) return null;
  const actor = await services.bearer(authorization, facts).catch((error: unknown) => {
    if (services.renderPublic) return null;
    throw error;
  });
  if (actor === null) return null;
  if (actor.scope === "tenant") {
    requireScope(actor);
    return actor;
  }
  if (services.renderPublic) return null;
  throw authorizationRefusals.management_token_required();
}

/**
 * Returns the template to render, either from the request or from the database. Page options of the request replace stored
 * ones.
 */
async function templateOf({ template, options }: Asked, actor: TenantActor | null, execute: Execute) {
  const asked = options ?? {};
  if (template.type === "base64")
    return { template: decoded(template.content), trusted: false, options: asked };
  if (actor === null) throw authorizationRefusals.tenant_token_required();
  const templateId = template.id;
  if (template.content !== undefined) {
    const { trusted } = await execute(actor, draftToRender, { templateId });
    return { template: decoded(template.content), trusted, options: asked };
  }
  const stored = await execute(actor, templateToRender, { templateId, version: template.version });
  const { html, trusted, pageSize, orientation } = stored;
  return {
    template: html,
    trusted,
    options: {
      pageSize: asked.pageSize ?? pageSize ?? undefined,
      orientation: asked.orientation ?? orientation ?? undefined,
    },
  };
}

/**
 * Returns the pictures of the actor's organization that the document may contain. Runs no query if neither template nor data
 * refers to a picture.
 */
async function assetsOf(template: string, data: object, actor: TenantActor | null, execute: Execute) {
  if (actor === null) return [];
  // JSON does not escape the characters of picture names.
  const texts = [template, JSON.stringify(data)];
  return texts.some((text) => text.includes("asset:")) ? execute(actor, assetsToRender, { texts }) : [];
}

async function bodyOf(request: Request): Promise<unknown> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^application\/json\s*(;|$)/i.test(type)) throw requestRefusals.content_type_not_json();
  const bytes = await bytesOf(request, MOST_BODY);
  if (bytes === null) throw pdfRefusals.request_too_large({ max: MOST_BODY });
  const body = jsonFrom(textFrom(bytes));
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw requestRefusals.body_not_object();
  const { data } = body as { data?: unknown };
  // The body contains the data. The data can exceed its limit only if the body does. Only then is the data serialized again.
  if (bytes.length > MOST_DATA && data !== undefined && Buffer.byteLength(JSON.stringify(data)) > MOST_DATA)
    throw pdfRefusals.data_too_large({ max: MOST_DATA });
  return body;
}

function decoded(content: string): string {
  const text = content.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw pdfRefusals.template_not_base64();
  const bytes = Buffer.from(text, "base64");
  if (bytes.length > MOST_TEMPLATE) throw pdfRefusals.template_too_large({ max: MOST_TEMPLATE });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw pdfRefusals.template_not_utf8();
  }
}
