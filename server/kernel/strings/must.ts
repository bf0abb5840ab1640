import type { NameIn } from "../texts/define";
import type { FieldRefusal, FieldTexts } from "../texts/field";
import type { RefusalParams } from "../errors";

/*
 * Messages of schemas. Zod carries a message as one text, so the code of a refusal and its parameters are encoded
 * in it: `field.too_long?max=60`. Readers decode it (refusals/field.ts). Schemas import only this module, which
 * contains no texts, because pages load it with their schemas.
 */

/** Field refusals whose text has no parameters. */
type Plain = {
  [Name in FieldRefusal]: [NameIn<FieldTexts[Name]>] extends [never] ? Name : never;
}[FieldRefusal];

/** Returns the message of a schema for a field refusal. */
export function must(name: Plain): string;
export function must<const Name extends Exclude<FieldRefusal, Plain>>(
  name: Name,
  params: Readonly<Record<NameIn<FieldTexts[Name]>, string | number>>,
): string;
export function must(name: string, params: RefusalParams = {}): string {
  const query = new URLSearchParams(
    Object.entries(params).map(([param, value]) => [param, written(value)]),
  ).toString();
  return query === "" ? `field.${name}` : `field.${name}?${query}`;
}

/** Returns the name and the parameters in a message of `must`, or null for any other text. */
export function readMessage(message: string): { name: string; params: RefusalParams } | null {
  const [, name, query = ""] = /^field\.(\w+)(?:\?(.*))?$/.exec(message) ?? [];
  if (name === undefined) return null;
  const params: [string, string | number][] = [];
  for (const [param, value] of new URLSearchParams(query)) {
    const read = valueIn(value);
    if (read === null) return null;
    params.push([param, read]);
  }
  return { name, params: Object.fromEntries(params) };
}

/**
 * Returns a parameter as text. Quotes a text if it resembles a number or a quoted text, or if it contains half of a surrogate pair,
 * which a URL cannot contain.
 */
const written = (value: string | number) =>
  typeof value === "string" && (value.startsWith('"') || isNumber(value) || /\p{Surrogate}/u.test(value))
    ? JSON.stringify(value)
    : String(value);

const isNumber = (text: string) => String(Number(text)) === text;

/** Returns the value of a parameter, or null if it is malformed. */
function valueIn(text: string): string | number | null {
  if (!text.startsWith('"')) return isNumber(text) ? Number(text) : text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
