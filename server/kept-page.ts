import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { localeOf } from "../app/_words/locale";
import { localeCookie, type Locale } from "./kernel/languages";

const compress = promisify(gzip);

/** Fast: the answer is compressed for each request, because each has a nonce of its own. */
const GZIP = { level: 1 };

/** Renders a page for a request that is made here. */
type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface KeptPageDeps {
  render: Render;
  /** What a request of this path says, with this nonce, that asks for nothing else. */
  headersFor: (path: string, nonce: string) => IncomingHttpHeaders;
  newNonce: () => string;
}

/** The page's HTML, parted at each place where the nonce of its rendering stood. */
type Rendered = Buffer[];

/**
 * Answers requests for a page that is the same for everybody who reads its language, and takes long to render: it is rendered once
 * for each language and kept. The request that it is rendered for is made here, so that nothing of a stranger's gets into what others
 * are sent. Each answer gets its own nonce in the place of the rendering's. Gives false where it could not be rendered so.
 */
export function createKeptPage(path: string, { render, headersFor, newNonce }: KeptPageDeps) {
  const kept = new Map<Locale, Promise<Rendered>>();

  async function rendered(locale: Locale): Promise<Rendered> {
    const nonce = newNonce();
    const request = new IncomingMessage(new Socket());
    Object.assign(request, { method: "GET", url: path, httpVersion: "1.1" });
    Object.assign(request.headers, headersFor(path, nonce), { "accept-language": locale });
    request.push(null);
    const { status, html } = await captured(render, request);
    if (status !== 200 || !html.includes(nonce)) throw new Error(`${path} could not be rendered to be kept`);
    return html.split(nonce).map((part) => Buffer.from(part));
  }

  function pageIn(locale: Locale): Promise<Rendered> {
    const before = kept.get(locale);
    if (before) return before;
    const page = rendered(locale);
    kept.set(locale, page);
    page.catch(() => kept.delete(locale));
    return page;
  }

  return async ({ headers, method }: IncomingMessage, response: ServerResponse, nonce: string) => {
    const cookie = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(headers.cookie ?? "");
    const page = await pageIn(localeOf(cookie?.[1], headers["accept-language"] ?? null)).catch(() => null);
    if (page === null) return false;
    const own = Buffer.from(nonce);
    const html = Buffer.concat(page.flatMap((part, at) => (at === 0 ? [part] : [own, part])));
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(
      String(headers["accept-encoding"] ?? ""),
    );
    const body = takesGzip ? await compress(html, GZIP) : html;
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-length": body.length,
      vary: "Accept-Encoding, Accept-Language, Cookie",
      ...(takesGzip && { "content-encoding": "gzip" }),
    });
    response.end(method === "HEAD" ? undefined : body);
    return true;
  };
}

/** Answers a request into memory: no client's pace holds the rendering up. */
async function captured(render: Render, request: IncomingMessage) {
  const response = new ServerResponse(request);
  const chunks: Buffer[] = [];
  const take = (chunk: unknown) => {
    if (typeof chunk === "string" || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const ended = new Promise<void>((resolve) => {
    response.write = (chunk: unknown) => {
      take(chunk);
      return true;
    };
    response.end = (chunk?: unknown) => {
      take(chunk);
      response.emit("finish");
      response.emit("close");
      resolve();
      return response;
    };
  });
  await Promise.all([render(request, response), ended]);
  return { status: response.statusCode, html: Buffer.concat(chunks).toString() };
}
