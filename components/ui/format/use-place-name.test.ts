import { expect, it } from "vitest";
import { placeName } from "./use-place-name";
import { countryName, regionName } from "@/server/kernel/strings/place-names";

it.each([
  ["Germany", "de", "Deutschland"],
  ["Germany", "en", "Germany"],
  ["Lyon, France", "de", "Lyon, Frankreich"],
  ["Washington, D.C., United States", "de", "Washington, D.C., Vereinigte Staaten"],
  ["Washington, D.C., United States", "en", "Washington, D.C., United States"],
  ["Atlantis", "de", "Atlantis"],
  ["", "de", ""],
])("translates %s into %s as %s", (place, locale, name) => expect(placeName(place, locale)).toBe(name));

it.each([
  ["DE", "en", "Germany"],
  ["DE", "de", "Deutschland"],
  ["US", "en", "United States"],
  ["QQ", "de", "QQ"],
  ["de", "de", "de"],
  ["not a code", "de", "not a code"],
])("names the country %s in %s as %s", (code, locale, name) => expect(countryName(code, locale)).toBe(name));

it.each([
  ["DE:Bavaria", "en", "Bavaria (Germany)"],
  ["DE:Bavaria", "de", "Bavaria (Deutschland)"],
  ["US:New York: City", "en", "New York: City (United States)"],
  ["QQ:Somewhere", "en", "Somewhere (QQ)"],
  ["DE:", "en", "DE:"],
  ["Bavaria", "en", "Bavaria"],
])("names the region %s in %s as %s", (region, locale, name) =>
  expect(regionName(region, locale)).toBe(name),
);
