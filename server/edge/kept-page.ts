import { IncomingMessage, ServerResponse, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { acceptedCoding } from "./accept-encoding";
import { localeOf } from "../kernel/strings/locale";
import { localeCookie, type Locale } from "../kernel/strings/languages";

const compress = promisify(gzip);

/** Fast, because each answer has its own nonce and is compressed for each request. */
const GZIP = { level: 1 };

/**
 * Maximum number of answers that are compressed at once. Each needs memory of its own, and a thread of the pool that also checks
 * passwords.
 */
const MOST_COMPRESSIONS = 2;

/** Renders a page for an internal request. */
type Render = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface KeptPageDeps {
  render: Render;
  /** Returns the headers of an internal request for this path with this nonce. */
  headersFor: (path: string, nonce: string) => IncomingHttpHeaders;
  newNonce: () => string;
}

/** The page's HTML, split at each occurrence of the nonce of its rendering. */
type Rendered = Buffer[];

/**
 * Answers requests for a page whose content depends only on the language and whose rendering takes long.
 * Renders it once for each language, from an internal request, so that no data of one client reaches others.
 * Each answer gets a nonce of its own in place of the rendering's nonce. Returns false if the page could not
 * be rendered.
 *
 * Compresses at most two answers at the same time. Sends the others uncompressed, from one buffer that they share.
 *
 * A request with the header RSC also gets HTML. Otherwise, a client could cause a rendering with each
 * request. Next's client then loads the page as a document.
 */
export function createKeptPage(path: string, { render, headersFor, newNonce }: KeptPageDeps) {
  const kept = new Map<Locale, Promise<Rendered>>();
  let compressions = 0;

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

  /** Returns the compressed page; null if too many answers are compressed at the moment. */
  async function compressed(parts: Buffer[]): Promise<Buffer | null> {
    if (compressions >= MOST_COMPRESSIONS) return null;
    compressions += 1;
    try {
      return await compress(Buffer.concat(parts), GZIP);
    } finally {
      compressions -= 1;
    }
  }

  return async ({ headers, method }: IncomingMessage, response: ServerResponse, nonce: string) => {
    const cookie = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`).exec(headers.cookie ?? "");
    const page = await pageIn(localeOf(cookie?.[1], headers["accept-language"] ?? null)).catch(() => null);
    if (page === null) return false;
    const own = Buffer.from(nonce);
    const parts = page.flatMap((part, at) => (at === 0 ? [part] : [own, part]));
    const takesGzip = acceptedCoding(headers["accept-encoding"], ["gzip"]) !== null;
    const zipped = takesGzip ? await compressed(parts) : null;
    const body = zipped === null ? parts : [zipped];
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-length": body.reduce((length, part) => length + part.length, 0),
      vary: "Accept-Encoding, Accept-Language, Cookie",
      ...(zipped !== null && { "content-encoding": "gzip" }),
    });
    // Connections share the parts, so a slow client needs no copy of its own.
    if (method !== "HEAD") for (const part of body) response.write(part);
    response.end();
    return true;
  };
}

/** Renders the answer into memory, so that a slow client does not delay the rendering. */
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
