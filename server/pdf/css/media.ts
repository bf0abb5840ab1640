import { length, pixels } from "./values";

/** Returns true if a media query matches paper of this width (Media Queries Level 4). Only print queries can match. */
export function mediaMatches(query: string, pageWidth: number): boolean {
  if (query.trim() === "") return true;
  return query
    .toLowerCase()
    .split(",")
    .some((one) => {
      const negated = /^\s*not\b/.test(one);
      const type = /^\s*(?:not\s+|only\s+)?([a-z]+)/.exec(one)?.[1] ?? "all";
      const groups = [...one.matchAll(/\(([^()]*)\)/g)].map(([, inside = ""]) => inside);
      const features = groups.map(namedFeature).filter((found) => found !== null);
      const ranges = groups.filter((inside) => !inside.includes(":") && /[<>=]/.test(inside));
      const met =
        (type === "all" || type === "print" || type === "and") &&
        features.every(({ name, value }) => feature(name, value, pageWidth)) &&
        ranges.every((range) => isWithin(range, pageWidth));
      return met !== negated;
    });
}

/** Splits a media feature such as `min-width: 40rem` or `color` into name and value. Returns null for another syntax. */
function namedFeature(inside: string): { name: string; value: string } | null {
  const colon = inside.indexOf(":");
  const name = (colon === -1 ? inside : inside.slice(0, colon)).trim();
  if (!/^[a-z-]+$/.test(name)) return null;
  return { name, value: colon === -1 ? "" : inside.slice(colon + 1).trim() };
}

/** Evaluates a range such as `40rem <= width < 80rem` (Media Queries Level 4 §2.4.3). */
function isWithin(range: string, pageWidth: number): boolean {
  const parts = range.split(/(<=|>=|<|>|=)/).map((part) => part.trim());
  const worth = (text = "") =>
    text === "width" ? pageWidth : pixels(text, { em: 16, rem: 16, vw: pageWidth, vh: pageWidth });
  for (let at = 0; at + 2 < parts.length; at += 2) {
    const [one, operator = "", other] = [worth(parts[at]), parts[at + 1], worth(parts[at + 2])];
    if (one === null || other === null) return false;
    const met = one === other ? operator.includes("=") : one < other === operator.startsWith("<");
    if (!met || (operator === "=" && one !== other)) return false;
  }
  return parts.length > 2;
}

function feature(name: string, value: string, pageWidth: number): boolean {
  const wanted = length(value, { em: 16, rem: 16, vw: pageWidth, vh: pageWidth });
  if (name === "min-width") return typeof wanted === "number" && pageWidth >= wanted;
  if (name === "max-width") return typeof wanted === "number" && pageWidth <= wanted;
  if (name === "prefers-color-scheme") return value === "light";
  return name === "color" || (name === "orientation" && value === "portrait");
}
