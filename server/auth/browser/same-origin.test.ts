import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isJson, isOwnDownload, isOwnForm, isSameOrigin } from "./same-origin";

const SITE = "https://id.example";
const headers = (given: Record<string, string>) => new Headers(given);
const form = (given: Record<string, string>, body?: string) =>
  new Request(`${SITE}/sign-in/x`, { method: "POST", headers: given, ...(body !== undefined && { body }) });

describe("the check that a request comes from a page of this site", () => {
  it("cross-site request forgery: no text but the site's own origin passes as Origin", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string(), fc.constant("null")), (text) => {
        const origin = text.replace(/[^\x21-\x7e]/g, "").trim();
        fc.pre(origin !== SITE);
        expect(isSameOrigin(headers({ origin }), SITE, true)).toBe(false);
        expect(isSameOrigin(headers({ origin, "sec-fetch-site": "same-origin" }), SITE, true)).toBe(false);
      }),
    );
  });

  it.each([
    "https://id.example.evil.example",
    "https://evil.example#https://id.example",
    "http://id.example",
    "https://id.example:8443",
    "https://ID.example",
    "https://id.example/",
    "https://user@id.example",
  ])("cross-site request forgery: the look-alike origin %s is refused", (origin) => {
    expect(isSameOrigin(headers({ origin }), SITE, true)).toBe(false);
  });

  it("cross-site request forgery: only same-origin is accepted as Sec-Fetch-Site", () => {
    for (const site of ["cross-site", "same-site", "none", "", "SAME-ORIGIN", "same-origin, same-origin"])
      expect(isSameOrigin(headers({ "sec-fetch-site": site }), SITE, true), site).toBe(false);
    expect(isSameOrigin(headers({ "sec-fetch-site": "same-origin" }), SITE)).toBe(true);
    expect(isSameOrigin(headers({ origin: SITE }), SITE)).toBe(true);
  });

  it("a request without both headers needs another proof", () => {
    expect(isSameOrigin(headers({}), SITE)).toBe(false);
    expect(isSameOrigin(headers({}), SITE, true)).toBe(true);
  });

  it("a local server is one site under each of its names, only at its port", () => {
    for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(isSameOrigin(headers({ origin: `http://${name}:3000` }), "http://localhost:3000")).toBe(true);
      expect(isSameOrigin(headers({ origin: `http://${name}:3001` }), "http://localhost:3000")).toBe(false);
      expect(isSameOrigin(headers({ origin: `http://${name}:3000` }), SITE)).toBe(false);
    }
  });

  it("forgery by content type: a request without either header must be a form, or have no body", () => {
    expect(isOwnForm(form({ "content-type": "application/x-www-form-urlencoded" }, "a=b"), SITE)).toBe(true);
    expect(isOwnForm(form({ "content-type": "multipart/form-data; boundary=x" }, "--x--"), SITE)).toBe(true);
    expect(isOwnForm(form({ "content-length": "0" }), SITE)).toBe(true);
    expect(isOwnForm(form({}), SITE)).toBe(true);
    for (const type of ["text/plain", "application/json", "text/plain; application/x-www-form-urlencoded"])
      expect(isOwnForm(form({ "content-type": type }, "a=b"), SITE), type).toBe(false);
    const untyped = new Request(SITE, {
      method: "POST",
      body: new Uint8Array([97]),
      headers: { "content-length": "1" },
    });
    expect(isOwnForm(untyped, SITE)).toBe(false);
  });

  it("only a page of this site can start a download", () => {
    expect(isOwnDownload(headers({ "sec-fetch-site": "same-origin" }), SITE)).toBe(true);
    expect(isOwnDownload(headers({ referer: `${SITE}/acme/audit` }), SITE)).toBe(true);
    for (const given of [
      {},
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "cross-site", referer: `${SITE}/` },
      { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
      { referer: "https://evil.example/" },
      { referer: `${SITE}/`, origin: "null" },
      { origin: SITE },
    ] as Record<string, string>[])
      expect(isOwnDownload(headers(given), SITE), JSON.stringify(given)).toBe(false);
  });

  it("a page of another site cannot send JSON without a preflight", () => {
    for (const type of ["application/json", "Application/JSON; charset=utf-8"])
      expect(isJson(headers({ "content-type": type }))).toBe(true);
    for (const type of ["text/plain", "text/plain; application/json", "application/jsonx", ""])
      expect(isJson(headers({ "content-type": type }))).toBe(false);
    expect(isJson(headers({}))).toBe(false);
  });
});
