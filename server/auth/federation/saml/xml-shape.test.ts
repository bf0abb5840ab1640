import { describe, expect, it } from "vitest";
import fc from "fast-check";
import { shapeProblem } from "./xml-shape";
import { textIn } from "../../../kernel/texts/text";
import { endsSoon } from "@/server/testing/work";
import { bombs, many, response } from "@/server/testing/saml-bombs";

describe("XML before it is parsed", () => {
  it("is refused if it exceeds a limit", () => {
    expect(bombs.map(([, bomb]) => textIn("en", shapeProblem(response(bomb))!))).toEqual([
      "The SAML response is too long.",
      "The SAML response holds too many elements.",
      "The SAML response is nested too deeply.",
      "The SAML response holds too many attributes.",
      "The SAML response holds an attribute that is too long.",
      "The SAML response declares too many namespaces.",
      "The SAML response declares too many namespaces.",
      "The SAML response is not well-formed XML.",
      "The SAML response is not well-formed XML.",
      "The SAML response holds a comment.",
      "The SAML response is not well-formed XML.",
    ]);
  });

  it.each(bombs)("is refused in linear time with %s (XML bomb)", (_what, bomb) => {
    const xml = response(bomb);
    // Enough rounds that work of the square of the length takes minutes.
    for (let round = 0; round < 20; round++)
      expect(endsSoon(() => shapeProblem(xml) as object | null)).not.toBeNull();
  });

  it("is accepted if a person has a thousand groups", () => {
    const values = many(
      1_000,
      (i) =>
        `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type="xs:string">Group ${i}</saml:AttributeValue>`,
    );
    expect(
      shapeProblem(
        `<?xml version="1.0" encoding="UTF-8"?>${response(`<saml:Assertion xmlns:xsi="u">${values}</saml:Assertion>`)}`,
      ),
    ).toBeNull();
  });

  it("is never accepted with markup beside elements, with two roots, or unbalanced", () => {
    const piece = fc.constantFrom(
      ...[
        "<a>",
        "</a>",
        "<b x='1'>",
        "</b>",
        "<c/>",
        "<!",
        "<?",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&amp;",
        "&x;",
        "&",
      ],
      ...["text", " ", '"', "'", "=", "<", ">", "xmlns:p='u'", "<p:a/>", "\0", "\uFEFF"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const xml = pieces.join("");
        if (shapeProblem(xml) !== null) return;
        expect(xml).not.toMatch(/<[!?]|\]\]>/);
        // An independent, slower check: tags in pairs, within one root, and only blanks around it. Text may contain ">".
        let rest = xml;
        for (let before = ""; before !== rest;) {
          before = rest;
          rest = rest.replace(/<(\w+)(?: x='1')?>[^<]*<\/\1>|<c\/>/, "#");
        }
        expect(rest.trim()).toBe("#");
      }),
      {
        numRuns: 2_000,
        examples: [[["<a>", "-->", "</a>"]], [["<a>", "]]>", "</a>"]], [["<a>", ">", "</a>"]]],
      },
    );
    expect(shapeProblem("<a>--></a>")).toBeNull();
    expect(shapeProblem("<a>]]></a>")).toMatchObject({ code: "provider.saml_malformed" });
  });
});
