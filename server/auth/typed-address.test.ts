import { describe, expect, it } from "vitest";
import { keepTypedAddress, typedAddress } from "./typed-address";

describe("the address that was typed", () => {
  const kept = (typed: string, secure = false) => {
    const response = new Response();
    keepTypedAddress(response, typed, { path: "/sign-in", secure });
    return response.headers.get("set-cookie")!;
  };
  const sentBack = (typed: string) => typedAddress(`other=1; ${kept(typed).split(";")[0]}; more=2`);

  it.each(["ada@example.com", 'ada+x;=," \u00e4@b\u00fccher.example', "EXAMPLE\\ada"])(
    "comes back: %s",
    (typed) => {
      expect(sentBack(` ${typed} `)).toBe(typed);
    },
  );

  it("is for its page alone, some minutes, and no script's", () => {
    expect(kept("ada@example.com", true)).toBe(
      "castellan_typed=ada%40example.com; Path=/sign-in; Max-Age=300; HttpOnly; SameSite=Lax; Secure",
    );
  });

  it("is forgotten where there is none, and is no longer than an address", () => {
    expect(kept(" ")).toContain("castellan_typed=; Path=/sign-in; Max-Age=0;");
    expect(kept("\ud800")).toContain("Max-Age=0;");
    expect(sentBack("a".repeat(5_000))).toHaveLength(254);
    for (const cookies of [null, "", "castellan_typed=", "castellan_typed=%E0%A4%A", "xcastellan_typed=a"])
      expect(typedAddress(cookies)).toBeNull();
  });
});
