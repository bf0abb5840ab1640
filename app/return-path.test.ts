import { describe, expect, it } from "vitest";
import { consoleDownloads } from "@/server/http/console-download";
import { returnPath, signInAddress } from "./return-path";

describe("the address to open after the sign-in", () => {
  it.each([
    "/",
    "/acme",
    "/acme/",
    "/acme/audit?channel=console&period=day",
    "/acme/audit?uri=https://a.example",
    "/acme/audit?search=100%",
    "/acme/data-export",
    "/acme/documents/download-guide",
    "/acme/audit?tab=/acme/audit/download",
  ])("takes %s", (path) => expect(returnPath(path)).toBe(path));

  it.each([
    "",
    "acme",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "/%09/evil.example",
    "/%0a/evil.example",
    "/%2f/evil.example",
    "/%2Fevil.example",
    "/%5cevil.example",
    "/acme/%5C%5Cevil.example",
    "/%00",
    "/acme/\ud83c",
    "/acme?x=\udfff",
    "/%7f/x",
    "user@evil.example",
    "//user:password@evil.example/",
    "https://user@castellan.example/acme",
    "https://login.other-tenant.example/acme",
    "//login.other-tenant.example/acme",
    "\\\\evil.example",
    "/acme//evil.example",
    "/.//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/acme\u0000",
    "/acme\u007f",
    "/acme\u0085",
    "/acme?x=\r\nset-cookie: a=b",
    " /acme",
    "https://evil.example",
    "https:/evil.example",
    "javascript:alert(1)",
    "?to=//evil.example",
    `/${"a".repeat(2_000)}`,
    null,
    undefined,
    ["/acme"],
  ])("refuses %j", (path) => expect(returnPath(path)).toBeNull());

  it.each([
    "/acme/data-export/download",
    "/acme/audit/download",
    "/acme/audit/download/",
    "/acme/audit/download?from=2026-01-01",
    "/acme/audit/download#x",
    "/acme/audit/%64ownload",
    "/acme/audit/d%6Fwnloa%64?format=csv",
    "/acme/audit%2Fdownload",
    "/acme/audit/download/.",
    "/acme/audit/download/%2e",
    "/acme/audit/download/x/..",
    "/acme/audit/%zzdownload",
    "/account/acme/data/download",
  ])("refuses a download: %s", (path) => {
    expect(returnPath(path)).toBeNull();
    expect(signInAddress(path)).toBe("/sign-in");
  });

  it("recognizes every download by its address", () => {
    const downloads = Object.keys(consoleDownloads);
    expect(downloads).not.toEqual([]);
    for (const path of downloads) expect(returnPath(`/acme${path}`)).toBeNull();
  });

  it("open redirect: accepts no address of another origin", () => {
    for (const path of [
      "/@evil.example",
      "/:80",
      "/%2F/evil.example",
      "/%5Cevil.example",
      "/..",
      "/.",
      "/acme/..",
    ]) {
      const taken = returnPath(path);
      if (taken !== null) expect(new URL(taken, "https://id.example").origin).toBe("https://id.example");
    }
  });
});

describe("the address of the sign-in", () => {
  it("contains the requested page", () => {
    expect(signInAddress("/acme/audit?channel=console&period=day")).toBe(
      "/sign-in?to=%2Facme%2Faudit%3Fchannel%3Dconsole%26period%3Dday",
    );
  });

  it("leaves out the parameter that Next adds to request a part of a page", () => {
    expect(signInAddress("/acme/users?search=a%20b&_rsc=1x2y")).toBe(
      "/sign-in?to=%2Facme%2Fusers%3Fsearch%3Da%2520b",
    );
    expect(signInAddress("/acme?find=who?&_rsc=1x2y")).toBe("/sign-in?to=%2Facme%3Ffind%3Dwho%3F");
    expect(signInAddress("/acme?_rsc=1x2y")).toBe("/sign-in?to=%2Facme");
  });

  it.each([null, "/", "/?_rsc=1x2y", "//evil.example", "http://evil.example/acme"])("leaves out %j", (path) =>
    expect(signInAddress(path)).toBe("/sign-in"),
  );
});
