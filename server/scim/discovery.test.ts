import { describe, expect, it } from "vitest";
import { schemas } from "./discovery";

interface Attribute {
  name: string;
  type: string;
  referenceTypes?: string[];
  canonicalValues?: string[];
  subAttributes?: Attribute[];
}

const attributes = schemas("").flatMap((schema) => schema["attributes"] as Attribute[]);
const parts = attributes.flatMap(({ name, subAttributes = [] }) =>
  subAttributes.map((part) => ({ ...part, name: `${name}.${part.name}` })),
);
const typeOf = (name: string) => [...attributes, ...parts].find((attribute) => attribute.name === name)?.type;

describe("/Schemas", () => {
  it("describes the targets of references (RFC 7643 §7)", () => {
    const references = [...attributes, ...parts].filter(({ type }) => type === "reference");
    expect(references.map(({ name, referenceTypes }) => [name, referenceTypes])).toEqual([
      ["profileUrl", ["external"]],
      ["photos.value", ["external"]],
      ["groups.$ref", ["Group"]],
      ["members.$ref", ["User"]],
      ["manager.$ref", ["User"]],
    ]);
  });

  it("describes the type of each attribute, and the returned parts of a member", () => {
    expect(typeOf("x509Certificates.value")).toBe("binary");
    expect(typeOf("members.type")).toBe("string");
    const canonical = parts
      .filter(({ canonicalValues }) => canonicalValues !== undefined)
      .map(({ name }) => name);
    expect(canonical).toContain("emails.type");
    expect(canonical).toContain("phoneNumbers.type");
  });
});
