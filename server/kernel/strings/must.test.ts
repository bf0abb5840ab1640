import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { must, readMessage } from "./must";
import { codedMessage, fieldMessage, fieldTexts, refusedField, fieldWords } from "../texts/field";
import german from "../texts/field.de.json";
import { refusalText } from "../texts/text";

const notValid = { code: "field.not_valid", params: {}, text: "is not valid" };

describe("messages of schemas", () => {
  it("encode a code with its parameters", () => {
    expect(must("too_long", { max: 60 })).toBe("field.too_long?max=60");
    expect(fieldMessage(must("too_long", { max: 60 }))).toEqual({
      code: "field.too_long",
      params: { max: 60 },
      text: "must have at most 60 characters",
    });
    expect(fieldMessage(must("not_json_object"))).toEqual({
      code: "field.not_json_object",
      params: {},
      text: "must be a JSON object, like {}",
    });
  });

  it("give back every parameter, as a text or as a number", () => {
    const value = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string(),
      fc.stringMatching(/^"?-?\d+(e\d)?"?$/),
      fc.constantFrom("", "NaN", "Infinity", "null", '"', '""', "{max}", "\ud800", "a=b&max=1", "__proto__"),
      fc.integer(),
      fc.double({ noNaN: true }).filter((number) => !Object.is(number, -0)),
    );
    fc.assert(
      fc.property(value, value, (range, max) => {
        const { code, params, text } = fieldMessage(must("wrong_prefix_length", { range, max }));
        expect({ code, params }).toEqual({ code: "field.wrong_prefix_length", params: { range, max } });
        expect(text).toBe(`holds ${range}, whose prefix length must be from 0 to ${max}`);
      }),
    );
  });

  it("without a code are not valid, whatever they contain", () => {
    const names = fc.constantFrom(...Object.keys(fieldTexts), "constructor", "__proto__", "");
    const query = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("max=", 'max="', 'max="1', "max=1&max=2", "%"),
    );
    const given = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.tuple(names, query).map(([name, rest]) => `field.${name}?${rest}`),
      names.map((name) => `field.${name}`),
    );
    fc.assert(
      fc.property(given, (message) => {
        const decoded = fieldMessage(message);
        expect(decoded).toEqual(codedMessage(message) ?? notValid);
        if (readMessage(message) === null) expect(decoded).toEqual(notValid);
      }),
    );
    for (const message of [
      "Invalid input",
      "field.constructor",
      "field.too_long",
      "field.empty?max=1",
      'field.too_long?max="',
    ])
      expect(fieldMessage(message)).toEqual(notValid);
  });

  it("are the only messages in schemas: no schema has a sentence", () => {
    const sentence =
      /["`](must|is|are|has|have|holds|can|cannot|does|do|go|say|needs?) [^"`\n]*["`]|\b(message|error): ["`][a-z]+ /;
    const schemas = ["server", "app"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => /schemas?\.ts$/.test(file))
        .map((file) => `${folder}/${file}`),
    );
    expect(schemas).toContain("server/domain/users/users.schema.ts");
    expect(schemas.filter((file) => sentence.test(readFileSync(file, "utf8")))).toEqual([]);
  });

  it("refuse their field, and describe it in each language", () => {
    const refusal = refusedField("tags.0", must("too_long", { max: 3 }));
    expect(refusal).toMatchObject({
      status: 400,
      error: "invalid_request",
      message: "tags.0: must have at most 3 characters.",
      details: { field: "tags.0" },
      reason: { code: "field.too_long", params: { max: 3 } },
    });
    expect(refusalText("de", refusal)).toBe("tags.0: darf höchstens 3 Zeichen haben.");
    expect(refusalText("en", refusal)).toBe(refusal.message);
    const whole = refusedField("", must("not_one_draft"));
    expect([whole.message, whole.details]).toEqual(["must hold either a rule or a restriction.", {}]);
    expect(refusalText("de", whole)).toBe(`${german["field.not_one_draft"]}.`);
  });

  it("are shown by a form in the language of its page, and texts without a code stay unchanged", async () => {
    const message = must("not_in_range", { min: 0, max: 6 });
    const [inEnglish, inGerman] = await Promise.all([fieldWords("en"), fieldWords("de")]);
    expect(inEnglish(message)).toBe("must be a whole number from 0 to 6");
    expect(inGerman(message)).toBe("muss eine ganze Zahl von 0 bis 6 sein");
    expect(inGerman("Zeile 3: muss eine URI sein")).toBe("Zeile 3: muss eine URI sein");
  });
});
