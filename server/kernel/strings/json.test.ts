import { expect, it } from "vitest";
import { parseJson, TooDeep, TooMany, TooWide } from "./json";

const bounds = { levels: 3, nodes: 6, keys: 2 };

it.each([
  ['{"a":1,"b":[1,2,3]}'],
  ["[1,2,3,4,5,6]"],
  ["[[[1]]]"],
  ['["a,b,[,{,:\\",,,,,,,,[[[[",2]'],
  ['"\\\\"'],
  ["[[{}],[],1]"],
  ['[{"a":1,"b":2},{"c":3}]'],
  ["7"],
])("parses %s within the limits", (text) => {
  expect(parseJson(text, bounds)).toEqual(JSON.parse(text));
});

it.each([
  ["[[[[1]]]]", TooDeep],
  ["[1,2,3,4,5,6,7]", TooMany],
  ["[{},{},{},{}]", TooMany],
  ['{"a":1,"b":2,"c":3}', TooWide],
  ['[{"a":{"a":1},"b":2,"c":3}]', TooWide],
  // Counts texts that are not JSON as well.
  ["]]]][1,,,,,,,,", TooMany],
  ["[1,2", SyntaxError],
  ['"a', SyntaxError],
  ["", SyntaxError],
])("refuses %s", (text, error) => {
  expect(() => parseJson(text, bounds)).toThrow(error);
});

it("a text of any length and 100,000 levels is parsed without recursion", () => {
  expect(parseJson(JSON.stringify('",[{:'.repeat(100_000)), bounds)).toHaveLength(500_000);
  expect(() => parseJson("[".repeat(100_000))).toThrow(TooDeep);
});
