import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestServer, type TestServer } from "@/server/testing/server";

describe("the files of the protocol's own pages", () => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer()), 120_000);
  afterAll(() => server.close());

  const shown = async (path: string, language: string) => {
    const answer = await fetch(server.url + path, {
      headers: { accept: "text/html", "accept-language": language },
    });
    return { policy: answer.headers.get("content-security-policy"), page: await answer.text() };
  };

  describe("the choice of another language", () => {
    const choose = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
      fetch(`${server.url}/hosted/language`, {
        method: "POST",
        redirect: "manual",
        body: new URLSearchParams(fields),
        headers: { origin: server.url, ...headers },
      });

    it("is stored in the browser, and the same page is shown in the new language", async () => {
      const { page } = await shown("/end_session?client_id=nobody&state=a%26b", "en");
      const back = /name="back" value="([^"]+)"/.exec(page)![1]!.replaceAll("&#38;", "&");
      expect(back).toBe("/end_session?client_id=nobody&state=a%26b");
      expect(page).toContain('name="locale" value="de" lang="de">Deutsch</button>');
      const answer = await choose({ locale: "de", back });
      expect([answer.status, answer.headers.get("location")]).toEqual([303, back]);
      const cookie = answer.headers.get("set-cookie")!.split(";")[0]!;
      expect(cookie).toBe("castellan_locale=de");
      const again = await fetch(server.url + back, {
        headers: { cookie, accept: "text/html", "accept-language": "en" },
      });
      expect(await again.text()).toContain("<h1>Diese Abmeldung kann nicht fortgesetzt werden</h1>");
    });

    it.each(["/account/acme/security?a=b", "/sign-in", "/join/acme?token=x", "/act-as/link/1.x"])(
      "leads back to %s, a page of Next",
      async (back) => {
        expect((await choose({ locale: "de", back })).headers.get("location")).toBe(back);
      },
    );

    it("leads to no other site, stores nothing else, and is refused to other sites", async () => {
      for (const back of [
        "https://evil.example/device",
        "//evil.example/device",
        "/console",
        "device",
        "",
        "/\\evil.example/device",
        "/\t/evil.example/device",
        "/%09/evil.example/device",
        "///evil.example/device",
        "\\\\evil.example/device",
        "https://user@evil.example/device",
        "//user:pw@evil.example/device",
        "/%2f/evil.example/device",
        "https://login.other-tenant.example/device",
        "//login.other-tenant.example/device",
        "javascript:alert(1)",
      ])
        expect((await choose({ locale: "de", back })).headers.get("location"), back).toBe("/");
      expect((await choose({ locale: "xx; Path=/", back: "/device" })).headers.get("set-cookie")).toBe(null);
      const strange: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { "sec-fetch-site": "cross-site" },
      ];
      for (const headers of strange)
        expect((await choose({ locale: "de", back: "/device" }, headers)).status).toBe(403);
    });
  });

  it("serves the fonts of the other pages and refuses others", async () => {
    const { page, policy } = await shown("/device", "en");
    expect(policy).toContain("font-src 'self'");
    const files = [...page.matchAll(/url\((\/hosted\/fonts\/[^)]+)\)/g)].map(([, file]) => file!);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const font = await fetch(server.url + file);
      expect([font.status, font.headers.get("content-type")], file).toEqual([200, "font/woff2"]);
      expect(
        Buffer.from(await font.arrayBuffer())
          .subarray(0, 4)
          .toString("latin1"),
      ).toBe("wOF2");
    }
    for (const file of ["../../package.json", "inter-latin", "toString.woff2", "inter.woff2"])
      expect((await fetch(`${server.url}/hosted/fonts/${encodeURIComponent(file)}`)).status, file).toBe(404);
  });
});
