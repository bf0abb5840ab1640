import { describe, expect, it } from "vitest";
import { returnPath, signInAddress } from "./return-path";

describe("where one comes back to after signing in", () => {
  it.each([
    "/",
    "/acme",
    "/acme/",
    "/acme/audit?channel=console&period=day",
    "/acme/audit?uri=https://a.example",
  ])("takes %s", (path) => expect(returnPath(path)).toBe(path));

  it.each([
    "",
    "acme",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
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

  it("never leaves the origin", () => {
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

describe("the way to the sign-in", () => {
  it("carries what was asked for", () => {
    expect(signInAddress("/acme/audit?channel=console&period=day")).toBe(
      "/sign-in?to=%2Facme%2Faudit%3Fchannel%3Dconsole%26period%3Dday",
    );
  });

  it("leaves out what Next adds to ask for a part of a page", () => {
    expect(signInAddress("/acme/users?search=a%20b&_rsc=1x2y")).toBe(
      "/sign-in?to=%2Facme%2Fusers%3Fsearch%3Da%2520b",
    );
    expect(signInAddress("/acme?find=who?&_rsc=1x2y")).toBe("/sign-in?to=%2Facme%3Ffind%3Dwho%3F");
    expect(signInAddress("/acme?_rsc=1x2y")).toBe("/sign-in?to=%2Facme");
  });

  it.each([null, "/", "/?_rsc=1x2y", "//evil.example", "http://evil.example/acme"])(
    "carries nothing of %j",
    (path) => expect(signInAddress(path)).toBe("/sign-in"),
  );
});
