import { expect, it } from "vitest";
import { Ranges } from "./values.schema";

it.each([
  ["10.0.0.5/8", "10.0.0.0/8"],
  [" 203.0.113.77/24 ", "203.0.113.0/24"],
  ["203.0.113.0/24", "203.0.113.0/24"],
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7/32", "203.0.113.7/32"],
  ["2001:db8::1/32", "2001:db8::/32"],
  ["2001:DB8:0::/32", "2001:DB8:0::/32"],
])("accepts %s as the network %s", (typed, network) => expect(Ranges.parse([typed])).toEqual([network]));

it.each(["10.0.0.5/33", "nowhere/8"])("refuses %s", (typed) => {
  expect(Ranges.safeParse([typed])).toMatchObject({ success: false });
});
