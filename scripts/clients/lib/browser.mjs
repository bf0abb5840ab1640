// A browser without a display for the apps of scripts/clients/run.mjs: cookies by host, redirects between hosts, and HTML forms.
import http from "node:http";
import { parse } from "parse5";

const mostRedirects = 20;

/**
 * @typedef {{ action: string, method: string, fields: Record<string, string>, names: string[] }} Form
 * @typedef {{ url: URL, status: number, text: string, words: string, forms: Form[] }} Page
 * `words` is the text that a person reads.
 */

/** Returns all elements of a document with this name. */
function elements(node, name, found = []) {
  if (node.nodeName === name) found.push(node);
  for (const child of node.childNodes ?? []) elements(child, name, found);
  return found;
}

/** Returns the text of a document that a browser shows. */
function wordsOf(node) {
  if (["script", "style", "head"].includes(node.nodeName)) return "";
  if (node.nodeName === "#text") return node.value.trim();
  return (node.childNodes ?? []).map(wordsOf).filter(Boolean).join(" ");
}

const attribute = (element, name) => element.attrs.find((one) => one.name === name)?.value;

/** Returns the form with the values that a browser would send, without those of buttons and of boxes that are not checked. */
function readForm(element, url) {
  const inputs = elements(element, "input");
  const sent = inputs.filter(
    (input) =>
      !["submit", "button", "image", "checkbox", "radio"].includes(attribute(input, "type")) ||
      attribute(input, "checked") !== undefined,
  );
  const values = sent.map((input) => [attribute(input, "name"), attribute(input, "value") ?? ""]);
  const named = [...inputs, ...elements(element, "button")].map((field) => attribute(field, "name"));
  return {
    action: new URL(attribute(element, "action") ?? "", url).href,
    method: (attribute(element, "method") ?? "get").toUpperCase(),
    fields: Object.fromEntries(values.filter(([name]) => name)),
    names: named.filter(Boolean),
  };
}

/** Sends one request. Not by fetch, which says of itself that it is a script (`Sec-Fetch-Mode: cors`). */
function send(url, { method, body, headers }) {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { method, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk) => (text += chunk));
      answer
        .once("error", reject)
        .once("end", () => resolve({ statusCode: answer.statusCode, headers: answer.headers, text }));
    });
    request.once("error", reject).end(body);
  });
}

/** Returns the headers of a navigation (Fetch Metadata). `origin` is the page whose form is sent. */
const navigation = (url, origin) => ({
  accept: "text/html,application/xhtml+xml,*/*;q=0.8",
  "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Castellan clients",
  "sec-fetch-dest": "document",
  "sec-fetch-mode": "navigate",
  "sec-fetch-site": origin === undefined ? "none" : origin === url.origin ? "same-origin" : "cross-site",
});

export class Browser {
  #cookies = new Map();
  /** URLs of all requests, in their order. */
  visited = [];

  /** Returns the Cookie header. Ports have separate servers but common cookies (RFC 6265 §8.5). */
  #cookieHeader({ hostname, pathname }) {
    return [...(this.#cookies.get(hostname)?.values() ?? [])]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join("; ");
  }

  #keepCookies({ hostname, pathname }, lines) {
    const jar = this.#cookies.get(hostname) ?? new Map();
    this.#cookies.set(hostname, jar);
    for (const line of lines) {
      const [pair, ...rest] = line.split(";").map((part) => part.trim());
      const attributes = new Map(
        rest.map((part) => [part.split("=")[0].toLowerCase(), part.slice(part.indexOf("=") + 1)]),
      );
      const [name, value] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
      const given = attributes.get("path");
      const path = given?.startsWith("/") ? given : pathname.slice(0, Math.max(1, pathname.lastIndexOf("/")));
      const ended = attributes.has("max-age")
        ? Number(attributes.get("max-age")) <= 0
        : Date.parse(attributes.get("expires") ?? "") <= Date.now();
      if (ended) jar.delete(`${name};${path}`);
      else jar.set(`${name};${path}`, { name, value, path });
    }
  }

  /** Requests a page and follows its redirects. @returns {Promise<Page>} */
  async open(address, { method = "GET", body, origin, headers: more = {} } = {}) {
    let [url, sent] = [new URL(address), { method, body }];
    for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
      this.visited.push(url.href);
      const headers = { ...navigation(url, origin), ...more };
      const cookie = this.#cookieHeader(url);
      if (cookie) headers.cookie = cookie;
      if (sent.method === "POST") {
        headers.origin = origin;
        headers["content-length"] = Buffer.byteLength(sent.body);
        headers["content-type"] ??= "application/x-www-form-urlencoded";
      }
      const answer = await send(url, { ...sent, headers });
      this.#keepCookies(url, answer.headers["set-cookie"] ?? []);
      const { location } = answer.headers;
      if (location === undefined || answer.statusCode < 300 || answer.statusCode > 399) {
        const document = parse(answer.text);
        const forms = elements(document, "form").map((form) => readForm(form, url));
        return { url, status: answer.statusCode, text: answer.text, words: wordsOf(document), forms };
      }
      // 307 and 308 repeat the method (RFC 9110 §15.4).
      if (answer.statusCode < 307) sent = { method: "GET" };
      url = new URL(location, url);
    }
    throw new Error(`more than ${mostRedirects} redirects, the last to ${url.href}`);
  }

  /** Submits a form of a page with these values in addition to its own. @returns {Promise<Page>} */
  submit(page, form, values = {}) {
    const body = new URLSearchParams({ ...form.fields, ...values }).toString();
    if (form.method === "GET") return this.open(`${form.action.split("?")[0]}?${body}`);
    return this.open(form.action, { method: "POST", body, origin: page.url.origin });
  }
}
