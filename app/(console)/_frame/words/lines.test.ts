import { expect, it } from "vitest";
import { redirectUriProblem } from "@/server/kernel/http/redirect-uri";
import { linesIn, starredIn } from "./lines";

it("reads one address per line", () => {
  expect(linesIn(" https://a.example/cb \n\n\thttps://b.example/cb")).toEqual([
    "https://a.example/cb",
    "https://b.example/cb",
  ]);
});

it.each([
  ["https://app.example/*", "https://app.example/*"],
  ["https://a.example/cb\n https://b.example/cb?next=* ", "https://b.example/cb?next=*"],
  ["com.example.app:/cb/*", "com.example.app:/cb/*"],
  // The first address is ignored, because the server refuses a star in the host.
  ["https://*.example.com/cb\nhttps://example.com/*", "https://example.com/*"],
])("returns the address of %j with a literal star", (text, uri) => {
  expect(starredIn(text)).toBe(uri);
  expect(redirectUriProblem(uri)).toBeNull();
});

it.each(["https://*.example.com/cb", "myapp://*/cb", "https://*", "*", "https://app.example/cb", ""])(
  "returns undefined for %j",
  (text) => expect(starredIn(text)).toBeUndefined(),
);
