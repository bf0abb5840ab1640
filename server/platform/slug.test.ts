import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordProblem } from "@/server/kernel/strings/password-policy";
import { redirectUriProblem } from "@/server/kernel/http/redirect-uri";
import { isReserved, slugFor, withSuffix } from "./slug";

describe("slugs", () => {
  it("are 1 to 40 lower-case letters and digits for any name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
        expect(slugFor(name)).toMatch(/^[a-z0-9]{1,40}$/);
        expect(withSuffix(slugFor(name))).toMatch(/^[a-z0-9]{5,46}$/);
      }),
    );
  });

  it.each([
    ["Acme Inc.", "acmeinc"],
    ["Müller & Söhne", "mullersohne"],
    ["Ćwikła 24/7", "cwikla247"],
    ["---", "org"],
    ["", "org"],
  ])("for the name %j are %s", (name, slug) => expect(slugFor(name)).toBe(slug));

  it("exclude the console's own paths and the slugs that the platform reserves", () => {
    for (const slug of ["api", "platform", "docs", "token", "scim", "signin", "robots"])
      expect(isReserved(slug, [])).toBe(true);
    expect(isReserved("acme", [])).toBe(false);
    expect(isReserved("acme", ["acme"])).toBe(true);
  });
});

describe("redirect URIs", () => {
  it.each([
    "https://a.example/cb?x=1",
    "http://localhost:3000/cb",
    "http://127.0.0.1/",
    "http://[::1]:8080/cb",
    "com.example.app:/oauth",
    "myapp://callback",
  ])("accept %s", (uri) => expect(redirectUriProblem(uri)).toBeNull());
  it.each([
    "/cb",
    "cb",
    "",
    "https://a.example/#f",
    "https://a.example/#",
    "http://a.example/",
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "https://u:p@a.example/",
    "https://a.example/ x",
    "http://localhost.evil.example/",
  ])("refuse %j", (uri) => expect(redirectUriProblem(uri)).not.toBeNull());
  it("never cause an exception", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void redirectUriProblem(text)));
  });
});

describe("the password policy", () => {
  const policy = { minLength: 12, refuseAddress: true, refuseCommon: true };
  it.each([
    ["elevenchars", "12 characters"],
    ["ada.lovelace-2026", "address"],
    ["ADA.LOVELACE-2026", "address"],
    ["password1234", "guessed first"],
    ["qwertyuiop12!", "guessed first"],
    ["Boss@x.example-1", "address", "boss@x.example"],
    ["xbo@x.example99", "address", "bo@x.example"],
    ["x".repeat(1_025), "at most"],
  ])("refuses %s", (password, why, email = "ada.lovelace@x.example") =>
    expect(passwordProblem(policy, password, email)?.("password").message).toContain(why),
  );
  it("counts characters, not code units", () =>
    expect(passwordProblem(policy, "🏰".repeat(11), "a@x.example")?.("password").reason.params).toMatchObject(
      { min: 12 },
    ));
  it.each([
    "correct horse battery",
    "dragon и тёмная ночь",
    "пароль из четырёх слов",
    "love 長い合言葉を使う",
  ])("accepts a strong password: %s", (password) =>
    expect(passwordProblem(policy, password, "a@x.example")).toBeNull(),
  );
  it("ignores rules that are disabled", () =>
    expect(
      passwordProblem(
        { minLength: 8, refuseAddress: false, refuseCommon: false },
        "password",
        "password@x.example",
      ),
    ).toBeNull());
});
