import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pathOf, spellingOf } from "./paths";

describe("the spelling of a path", () => {
  it("encoded paths: a path whose unreserved characters, slashes or dots are encoded is another spelling", () => {
    for (const path of [
      "//api/v1/users",
      "/api//v1/users",
      "/api/v1/users//",
      "/api%2fv1/users",
      "/api%2Fv1/users",
      "/api%5cv1/users",
      "/api\\v1/users",
      "/%61pi/v1/users",
      "/api/v1/./users",
      "/api/v1/../v1/users",
      "/api/v1/users/..",
      "/api/v1/%2e%2e/users",
      "/api/v1/%2E/users",
      "/api/v1/users%00",
      "/api/v1/users%0a",
      "http://evil.example/api/v1/users",
      "*",
      "",
    ])
      expect(spellingOf(path), path).toBe("other");
  });

  it("malformed encodings are distinguished from paths that do not exist", () => {
    for (const path of ["/%", "/%f", "/%ff", "/%zz", "/api/v1/%", "/%c0%ae", "/%ed%a0%80"])
      expect(spellingOf(path), path).toBe("malformed");
  });

  it("every possible path of this server is plain, with the encoding of browsers and clients", () => {
    for (const path of [
      "/",
      "/api/v1/users/",
      "/acme/users/1",
      "/a%20b",
      "/Schemas/urn%3Aietf",
      "/%C3%BC",
      "/a..b/c.d",
    ])
      expect(spellingOf(path), path).toBe("plain");
  });

  it("a plain path stays the same path after decoding or normalization", () => {
    fc.assert(
      fc.property(fc.webPath(), fc.constantFrom("", "%2e", "%2f", "..", "//", "%41", "%"), (path, more) => {
        const whole = `/${path}${more}`;
        if (spellingOf(whole) !== "plain") return;
        expect(new URL(`http://a${whole}`).pathname).toBe(whole);
        expect(decodeURIComponent(whole).split("/")).toHaveLength(whole.split("/").length);
      }),
    );
  });

  it("a target's path ends before its query", () => {
    expect(pathOf("/a/b?c=//d")).toBe("/a/b");
    expect(pathOf("/a#b?c")).toBe("/a");
    expect(pathOf("/a")).toBe("/a");
  });
});
