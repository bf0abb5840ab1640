import type { IncomingMessage, ServerResponse } from "node:http";
import { hostedStyle } from "../auth/oidc/hosted-style";
import { localeCookie, type Locale } from "../kernel/strings/languages";
import { localeOf } from "../kernel/strings/locale";
import type { DatabaseState } from "../store/link";

/** Seconds after which the page loads again, and value of Retry-After. */
const RETRY_SECONDS = 5;

const words: Record<Locale, { title: string; text: string }> = {
  en: {
    title: "The database cannot be reached",
    text: "Castellan cannot read or change data at the moment. This page loads again every five seconds.",
  },
  de: {
    title: "Die Datenbank ist nicht erreichbar",
    text: "Castellan kann im Moment keine Daten lesen oder ändern. Diese Seite lädt alle fünf Sekunden neu.",
  },
};

const CHOSEN = new RegExp(`(?:^|; )${localeCookie}=(\\w+)`);

/** Answers 503 with a page that says that the database cannot be reached. Needs neither the database nor Next. */
export function sendAwayPage(request: IncomingMessage, response: ServerResponse, nonce: string): void {
  const { headers, method } = request;
  const locale = localeOf(CHOSEN.exec(headers.cookie ?? "")?.[1], headers["accept-language"] ?? null);
  const { title, text } = words[locale];
  const page = `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RETRY_SECONDS}">
<title>${title} · Castellan</title>
<style nonce="${nonce}">${hostedStyle}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
</main>
</body>
</html>
`;
  response.writeHead(503, {
    "content-type": "text/html; charset=utf-8",
    "content-length": Buffer.byteLength(page),
    "retry-after": String(RETRY_SECONDS),
    "cache-control": "no-store",
    vary: "Accept-Language, Cookie",
  });
  response.end(method === "HEAD" ? "" : page);
}

/**
 * Replaces an answer of Next with a status of 500 or above by the page above, unless the database is up. Next answers 500 for a page if
 * one of its statements failed.
 */
export function replaceFailedPage(
  request: IncomingMessage,
  response: ServerResponse,
  nonce: string,
  databaseState: () => DatabaseState,
): void {
  type Part = (...parts: unknown[]) => unknown;
  const original = {
    writeHead: response.writeHead.bind(response) as Part,
    write: response.write.bind(response) as Part,
    end: response.end.bind(response) as Part,
    flushHeaders: response.flushHeaders.bind(response),
  };
  let isReplaced = false;

  /** Sends the page above at the first part of a failed answer. Returns true if the answer of Next is replaced. */
  function replaces(status: number): boolean {
    if (isReplaced || response.headersSent || status < 500 || databaseState() === "up") return isReplaced;
    isReplaced = true;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    Object.assign(response, original);
    sendAwayPage(request, response, nonce);
    Object.assign(response, { ...replacing, write: () => true, end: () => response });
    return true;
  }

  const replacing = {
    writeHead: (...head: unknown[]) =>
      replaces(typeof head[0] === "number" ? head[0] : response.statusCode)
        ? response
        : original.writeHead(...head),
    write: (...parts: unknown[]) => replaces(response.statusCode) || original.write(...parts),
    end: (...parts: unknown[]) => (replaces(response.statusCode) ? response : original.end(...parts)),
    flushHeaders: () => void (replaces(response.statusCode) || original.flushHeaders()),
  };
  Object.assign(response, replacing);
}
