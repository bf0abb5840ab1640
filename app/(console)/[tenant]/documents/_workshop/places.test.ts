import { describe, expect, it } from "vitest";
import { placeOf, placeOfRefusal } from "./places";

describe("the range of a warning", () => {
  const html = [
    "<style>p { column-fill: auto }</style>",
    "<p>{{name}} {{#each items}}{{price}}{{/each}}</p>",
    '<img src="https://example.com/logo.png">',
    "{{currency total.net}}",
  ].join("\n");
  const at = (words: string) => {
    const place = placeOf(words, html);
    return place && html.slice(place.from, place.to);
  };

  it.each([
    ["name", "{{name}}"],
    ["price", "{{price}}"],
    ["total.net", "{{currency total.net}}"],
    ["img https://example.com/logo.png is left out: nothing is fetched", "https://example.com/logo.png"],
    ["column-fill is not supported", "column-fill"],
    ["gone", null],
  ])("%s", (words, place) => expect(at(words)).toBe(place));

  it.each([
    [{ problem: "Parse error on line 2" }, html.split("\n")[1]],
    [{ name: "items" }, "{{#each items}}"],
    [{ seconds: 10 }, null],
    [{}, null],
  ])("of a refusal with %o", (params, place) => {
    const found = placeOfRefusal(params, html);
    expect(found && html.slice(found.from, found.to)).toBe(place);
  });
});
