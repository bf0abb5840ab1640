import { describe, expect, it } from "vitest";
import { allowed, countryRule, ipRule, regionRule, rule } from "@/server/testing/access-rules";
import type { Facts, Rule } from "./decide";

describe("the match of each type", () => {
  it.each<[string, Rule, Partial<Facts>, boolean]>([
    ["a country that is allowed", countryRule("allow", "AT", "DE"), {}, true],
    ["a country that is not", countryRule("allow", "AT"), {}, false],
    ["a country that is denied", countryRule("deny", "DE"), {}, false],
    ["another than the denied", countryRule("deny", "AT"), {}, true],
    ["no known country, allowance", countryRule("allow", "AT"), { country: null }, true],
    ["no known country, denial", countryRule("deny", "DE"), { country: null }, true],
    ["a region, without case", regionRule("allow", "DE:bavaria"), {}, true],
    [
      "a region in another Unicode form",
      regionRule("allow", "FR:Île-de-France"),
      { country: "FR", region: "I\u0302le-de-France" },
      true,
    ],
    ["another region of the country", regionRule("allow", "DE:Hesse"), {}, false],
    ["the region's name in another country", regionRule("allow", "AT:Bavaria"), {}, false],
    ["no known region of a listed country", regionRule("allow", "DE:Hesse"), { region: null }, true],
    ["no known region of another country", regionRule("allow", "AT:Tyrol"), { region: null }, false],
    ["no known region, denial", regionRule("deny", "DE:Bavaria"), { region: null }, true],
    ["a denied region", regionRule("deny", "DE:Bavaria"), {}, false],
    ["an address in a range", ipRule("allow", "203.0.113.0/24"), {}, true],
    ["the address itself", ipRule("allow", "203.0.113.7"), {}, true],
    ["the next address", ipRule("allow", "203.0.113.6"), {}, false],
    ["the last address of a range", ipRule("deny", "203.0.113.0/29"), {}, false],
    ["the first beyond a range", ipRule("deny", "203.0.113.8/29"), {}, true],
    ["all of v4", ipRule("deny", "0.0.0.0/0"), {}, false],
    [
      "v4 mapped into v6, of a v4 range",
      ipRule("allow", "203.0.113.0/24"),
      { ip: "::ffff:203.0.113.7" },
      true,
    ],
    ["v4, of a range written in v6", ipRule("allow", "::ffff:203.0.113.0/120"), {}, true],
    ["v4, of all v6", ipRule("deny", "::/0"), {}, true],
    ["v6 in a range", ipRule("allow", "2001:db8::/32"), { ip: "2001:DB8:0:1::9" }, true],
    [
      "v6 written at length",
      ipRule("allow", "2001:db8::9"),
      { ip: "2001:0db8:0000:0000:0000:0000:0000:0009" },
      true,
    ],
    ["v6, of all v4", ipRule("allow", "0.0.0.0/0"), { ip: "2001:db8::9" }, false],
    ["a range with bits beyond its prefix", ipRule("allow", "203.0.113.99/24"), {}, true],
    ["no address, allowance", ipRule("allow", "0.0.0.0/0", "::/0"), { ip: null }, false],
    ["no address, denial", ipRule("deny", "0.0.0.0/0"), { ip: null }, true],
    ["what is no address", ipRule("allow", "0.0.0.0/0"), { ip: "unknown" }, false],
    ["a method that is listed", rule("method", { methods: ["webauthn", "password"] }), {}, true],
    ["a method that is not", rule("method", { methods: ["webauthn"] }), {}, false],
    ["an anonymizer", rule("anonymizer", {}), { anonymizer: true }, false],
    ["no anonymizer", rule("anonymizer", {}), {}, true],
    ["perhaps an anonymizer", rule("anonymizer", {}), { anonymizer: null }, true],
  ])("%s", (_what, only, over, expected) => {
    expect(allowed([only], over)).toBe(expected);
  });
});
