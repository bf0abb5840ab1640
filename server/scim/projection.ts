import { ENTERPRISE, invalidValue, isObject, type Json } from "./attributes";
import { attributeName } from "./filter";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  too_many_names: { status: 400, text: "A list of attributes has at most {max} names." },
});

/** Attributes in every response (RFC 7643 §7: returned "always"). */
const always = new Set(["schemas", "id", "meta"]);

/** An attribute, or a part of one. */
interface Named {
  attribute: string;
  part: string | null;
}

const extension = ENTERPRISE.toLowerCase();

function namedBy(path: string): Named {
  const name = attributeName(path.trim());
  // The URN of the extension contains a dot.
  if (name === extension) return { attribute: extension, part: null };
  if (name.startsWith(`${extension}:`) || name.startsWith(`${extension}.`))
    return { attribute: extension, part: name.slice(extension.length + 1).split(".")[0]! };
  const [attribute = "", part = null] = name.split(".");
  return { attribute, part };
}

/** Maximum length of a list in characters, and maximum number of names in it. Both exceed a list of all attributes with their parts. */
const LONGEST = 10_000;
const MOST_NAMES = 200;

/** Parses a list of names and groups them by attribute. */
function names(list: string | null): Map<string, Named[]> | null {
  if (list === null || list.trim() === "") return null;
  const parts = list.length > LONGEST ? [] : list.split(",");
  if (list.length > LONGEST || parts.length > MOST_NAMES)
    throw invalidValue(scimRefusals.too_many_names({ max: MOST_NAMES }));
  const byAttribute = new Map<string, Named[]>();
  for (const named of parts.map(namedBy))
    byAttribute.set(named.attribute, [...(byAttribute.get(named.attribute) ?? []), named]);
  return byAttribute;
}

const of = (list: Map<string, Named[]> | null, key: string) => list?.get(key.toLowerCase()) ?? [];
const whole = (list: Named[]) => list.some(({ part }) => part === null);

/** Returns the projection to the requested attributes, or to all except the excluded ones (RFC 7644 §3.9). */
export function projection(attributes: string | null, excluded: string | null) {
  const [only, without] = [names(attributes), names(excluded)];
  const shows = (name: string) =>
    always.has(name) || (only ? of(only, name).length > 0 : !whole(of(without, name)));
  const part = (key: string, value: unknown) => {
    const list = of(only ?? without, key);
    if (list.length === 0 || whole(list) || always.has(key)) return value;
    const parts = new Set(list.map((named) => named.part));
    return subset(value, (name) => parts.has(name.toLowerCase()) === (only !== null));
  };
  return {
    /** True if the response contains this attribute. */
    shows,
    apply: (resource: Json): Json =>
      Object.fromEntries(
        Object.entries(resource)
          .filter(([key]) => shows(key))
          .map(([key, value]) => [key, part(key, value)]),
      ),
  };
}

/** Returns the selected parts of a complex attribute, or of each of its values. */
function subset(value: unknown, keeps: (name: string) => boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => subset(item, keeps));
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => keeps(key))) : value;
}
