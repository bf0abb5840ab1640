import type { Colour } from "./colour";
import { eachSide, type LengthContext, type Sides } from "./values";

/** What a value can depend on. */
export interface Facts<T> {
  length: LengthContext;
  /** Family names that @font-face rules define. */
  faces: ReadonlySet<string>;
  /** `color` and `direction` of the element. */
  color: Colour;
  direction: "ltr" | "rtl";
  /** The value that this declaration replaces. */
  before: T;
  /** The value of the parent. */
  inherited: T;
  /** The value that a keyword such as `inherit` copies. Null for other values. */
  copied: T | null;
}

/** Reads a value. Returns null for an invalid value. In this case, the declaration is ignored. */
export type Reader<T> = (value: string, facts: Facts<T>) => T | null;

/** A field of the style and the CSS properties that set it. Shorthands are in server/pdf/css/shorthands.ts. */
export interface Property<T> {
  initial: T;
  /** Value without declarations, if it differs from the initial value. */
  undeclared?: T;
  inherits?: boolean;
  /** True if children start with the value of the parent, although the CSS property is not inherited. */
  propagates?: boolean;
  /** Readers by the name of the CSS property. They need not read keywords such as `inherit`. */
  css?: Readonly<Record<string, Reader<T>>>;
  /** Readers of CSS properties that set a part of the field, or set it beside another field. They also read such keywords. */
  parts?: Readonly<Record<string, Reader<T>>>;
  /** Tests by the name of the CSS property. A test returns true for a value that is not supported, which causes a warning. */
  unsupported?: Readonly<Record<string, (value: string) => boolean>>;
}

/** Returns false for values without effect. */
export const isSet = (value: string) =>
  !/^(none|normal|initial|unset|revert|revert-layer|inherit|auto|horizontal-tb|0(px)?)$/i.test(value);

/** Returns a field that one CSS property sets, or several CSS properties in the same way. */
export const field = <T>(
  names: string | readonly string[],
  initial: T,
  read: Reader<T>,
  more: Partial<Property<T>> = {},
): Property<T> => ({
  initial,
  css: Object.fromEntries([names].flat().map((name) => [name, read])),
  ...more,
});

/** Returns a field that is false at first. */
export const flag = (
  names: string | readonly string[],
  read: (value: string) => boolean,
  more: Partial<Property<boolean>> = {},
) => field<boolean>(names, false, read, more);

/** Returns a field whose text is parsed when the box is laid out or painted. */
export const verbatim = (name: string, initial: string, more: Partial<Property<string>> = {}) =>
  field(name, initial, (value) => value, more);

/** Returns a field that has one of these keywords. The first is the initial value. `aliases` have the effect of a keyword. */
export function keyword<const K extends string>(
  name: string,
  keywords: readonly [K, ...K[]],
  aliases: Readonly<Record<string, NoInfer<K>>> = {},
  more: Partial<Property<NoInfer<K>>> = {},
): Property<K> {
  const known = new Map<string, K>([
    ...keywords.map((one) => [one, one] as const),
    ...Object.entries(aliases),
  ]);
  return field<K>(name, keywords[0], (value) => known.get(value.toLowerCase()) ?? null, more);
}

export const inherits = { inherits: true } as const;

/** Returns a reader of a part of a field. A keyword such as `inherit` copies only this part. */
export const part =
  <T, P>(get: (whole: T) => P, put: (whole: T, part: P) => T, read: Reader<P>): Reader<T> =>
  (value, { before, inherited, copied, ...facts }) => {
    const found = copied
      ? get(copied)
      : read(value, { ...facts, before: get(before), inherited: get(inherited), copied: null });
    return found === null ? null : put(before, found);
  };

/** Returns the readers of the four sides or corners of a field. `names` has the names of their CSS properties. */
export const fourParts = <T>(names: readonly string[], read: Reader<T>): Record<string, Reader<Sides<T>>> =>
  Object.fromEntries(
    names.map((name, index) => [
      name,
      part<Sides<T>, T>(
        (all) => all[index]!,
        (all, one) => eachSide(all, (side, at) => (at === index ? one : side)),
        read,
      ),
    ]),
  );
