import { expect, it } from "vitest";
import { placeName } from "./place-name";

it.each([
  ["DE", "en", "Germany"],
  ["DE", "de", "Deutschland"],
  ["Germany", "de", "Deutschland"],
  ["Germany", "en", "Germany"],
  ["Lyon, France", "de", "Lyon, Frankreich"],
  ["Washington, D.C., United States", "de", "Washington, D.C., Vereinigte Staaten"],
  ["Atlantis", "de", "Atlantis"],
  ["QQ", "de", "QQ"],
  ["", "de", ""],
])("says %s in %s as %s", (place, locale, name) => expect(placeName(place, locale)).toBe(name));
