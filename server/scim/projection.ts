import { attributeName } from "./filter";
import type { Json } from "./users";

/** Always given, whatever is asked (RFC 7643 §7: returned "always"). */
const always = new Set(["schemas", "id", "meta"]);

const names = (list: string | null) =>
  list === null || list.trim() === "" ? null : list.split(",").map((name) => attributeName(name.trim()));

/** The attributes that were asked for, or all but those that were not wanted (RFC 7644 §3.9). */
export function projection(attributes: string | null, excluded: string | null) {
  const [only, without] = [names(attributes), names(excluded)];
  const top = (list: string[]) => new Set(list.map((name) => name.split(".")[0]!));
  const onlyTop = only && top(only);
  return {
    /** Whether the resource is to show this attribute at all. */
    shows: (name: string) =>
      onlyTop ? onlyTop.has(name.toLowerCase()) : !without?.includes(name.toLowerCase()),
    apply: (resource: Json): Json => {
      if (!only && !without) return resource;
      return Object.fromEntries(
        Object.entries(resource)
          .filter(([key]) => {
            if (always.has(key)) return true;
            return onlyTop
              ? onlyTop.has(key.toLowerCase()) || only.includes(key.toLowerCase())
              : !without?.includes(key.toLowerCase());
          })
          .map(([key, value]) => [key, subset(key, value, only, without)]),
      );
    },
  };
}

/** `name.givenName`: the part of a complex attribute. */
function subset(key: string, value: unknown, only: string[] | null, without: string[] | null): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const prefix = `${key.toLowerCase()}.`;
  const subs = (list: string[] | null) =>
    list?.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  const [wanted, unwanted] = [subs(only), subs(without)];
  if (wanted && wanted.length > 0 && !only?.includes(key.toLowerCase()))
    return Object.fromEntries(Object.entries(value).filter(([name]) => wanted.includes(name.toLowerCase())));
  if (unwanted && unwanted.length > 0)
    return Object.fromEntries(
      Object.entries(value).filter(([name]) => !unwanted.includes(name.toLowerCase())),
    );
  return value;
}
