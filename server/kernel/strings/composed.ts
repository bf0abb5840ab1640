import * as z from "zod";

/*
 * Unicode writes `ü` as one character or as `u` with a combining mark. Both look the same, so every text that is compared, stored
 * or hashed has one form: NFC (Unicode Standard Annex #15).
 */

/** More marks on one letter than any language writes: 30 in the Stream-Safe Text Format (Unicode Standard Annex #15). */
const TOO_MANY_MARKS = /\p{M}{31}/u;

/** Returns the text in NFC. Returns a text with too many marks unchanged, because sorting n marks takes n² steps. */
export const composed = (text: string) => (TOO_MANY_MARKS.test(text) ? text : text.normalize("NFC"));

const schemas = z.registry<{ isVerbatim: true }>();

/**
 * Returns the schema for values that other systems compare byte by byte, such as secrets and addresses of apps. Operations get these
 * values as they were sent.
 */
export function verbatim<S extends z.core.$ZodType>(schema: S): S {
  const own = z.core.clone(schema, undefined, { parent: true });
  schemas.add(own, { isVerbatim: true });
  return own;
}

/** The parts of zod's definitions that contain other schemas. */
type Definition = Partial<
  Record<"innerType" | "in" | "element", z.core.$ZodType> & { shape: Record<string, z.core.$ZodType> }
>;
type Schema = z.core.$ZodType | undefined;

/** Returns the schema below the wrappers for missing values and transformations. */
function unwrapped(schema: Schema): Schema {
  let inner = schema;
  while (inner && !schemas.get(inner)) {
    const { innerType, in: input } = inner._zod.def as Definition;
    const below = innerType ?? input;
    if (!below) return inner;
    inner = below;
  }
  return inner;
}

/** Returns an input with its texts in NFC, except those that its schema marks as verbatim. `schema` is optional. */
export function composedInput(input: unknown, schema?: z.core.$ZodType): unknown {
  const own = unwrapped(schema);
  if (own && schemas.get(own)) return input;
  if (typeof input === "string") return composed(input);
  const { element, shape } = (own?._zod.def ?? {}) as Definition;
  if (Array.isArray(input)) return input.map((item) => composedInput(item, element));
  if (!isPlain(input)) return input;
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      composed(key),
      // The key can be `__proto__`.
      composedInput(value, shape && Object.hasOwn(shape, key) ? shape[key] : undefined),
    ]),
  );
}

/** Returns true for an object of JSON. Dates, files and functions contain no texts of people. */
function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
