import { boxProperties } from "./box-properties";
import { logicalSetters } from "./logical";
import type { Facts, Property } from "./property";
import { textProperties } from "./text-properties";
import type { LengthContext } from "./values";

export const properties = { ...textProperties, ...boxProperties };

/** The computed values of a box. */
export type Style = { -readonly [K in keyof typeof properties]: (typeof properties)[K]["initial"] };

/** The records without the types of their values. Each value is read and written only as the field of its own record. */
const records = Object.entries(properties) as [keyof Style, Property<unknown>][];

const valuesOf = (value: (record: Property<unknown>) => unknown) =>
  Object.fromEntries(records.map(([key, record]) => [key, value(record)])) as unknown as Style;

export const initial: Style = valuesOf((record) => record.initial);
/** The style of an element without declarations and parent. */
const undeclared = valuesOf((record) => record.undeclared ?? record.initial);

const passedOn = records.filter(([, one]) => one.inherits || one.propagates).map(([key]) => key);

/**
 * Returns the style of a child without declarations: inherited properties of the parent, and initial values of all other
 * properties.
 */
export function inheritedStyle(parent: Style): Style {
  const style: Record<string, unknown> = { ...initial };
  for (const name of passedOn) style[name] = parent[name];
  // Record<string, unknown> allows assignment by name. The cast is correct because the object has all keys of Style.
  return style as unknown as Style;
}

/** The borders of a box without border declarations. */
export const undeclaredBorder = undeclared.border;

export interface Context {
  parent: Style;
  faces: ReadonlySet<string>;
  length: LengthContext;
}

/** Sets a property of a style. Returns false for an invalid value. In this case, the declaration is ignored. */
export type Setter = (style: Style, value: string, context: Context) => boolean;

const WIDE = /^(inherit|initial|unset|revert|revert-layer)$/i;

/** Returns the style from which a CSS-wide keyword copies the value. Returns null for other values. */
function copiedFrom(value: string, inherits: boolean | undefined, parent: Style): Style | null {
  if (!WIDE.test(value)) return null;
  const lower = value.toLowerCase();
  return lower === "inherit" || (inherits && lower !== "initial") ? parent : undeclared;
}

function setterOf(key: keyof Style, record: Property<unknown>, name: string): Setter {
  const whole = record.css?.[name];
  const read = (whole ?? record.parts?.[name])!;
  return (style, given, { parent, ...context }) => {
    const value = given.trim();
    const from = copiedFrom(value, record.inherits, parent);
    const { color, direction } = style;
    const facts: Facts<unknown> = {
      ...context,
      color,
      direction,
      before: style[key],
      inherited: parent[key],
      copied: from && from[key],
    };
    const found = whole && from ? from[key] : read(value, facts);
    const isValid = found !== null || from !== null;
    if (isValid) Object.assign(style, { [key]: found });
    return isValid;
  };
}

/** Setters of the supported properties, by name. Shorthands are not included. */
export const setters: Record<string, Setter> = {};

// The readers of whole fields are first, because the others apply only if the value is valid.
for (const kind of ["css", "parts"] as const)
  for (const [key, record] of records)
    for (const name of Object.keys(record[kind] ?? {})) {
      const first = setters[name];
      const set = setterOf(key, record, name);
      setters[name] = first ? (...given) => first(...given) && set(...given) : set;
    }

Object.assign(setters, logicalSetters(setters));

/** Tests by property name. A test returns true if the renderer does not support the value. */
export const unsupportedValues: Readonly<Record<string, (value: string) => boolean>> = Object.fromEntries(
  records.flatMap(([, { unsupported = {} }]) => Object.entries(unsupported)),
);
