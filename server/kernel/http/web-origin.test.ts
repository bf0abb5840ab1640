import { describe, expect, it } from "vitest";
import { WebOrigin } from "./web-origin";

describe("origins of pages", () => {
  it.each([
    "https://app.example.com",
    "https://app.example.com:8443",
    "http://localhost:5173",
    "http://127.0.0.1",
    "http://[::1]:3000",
    "https://xn--bcher-kva.example",
  ])("accept %s", (text) => expect(WebOrigin.parse(text)).toBe(text));

  it.each([
    ["*", "host_wildcard"],
    ["https://*.example.com", "host_wildcard"],
    ["null", "not_origin"],
    ["https://app.example.com/", "not_origin"],
    ["https://app.example.com/path", "not_origin"],
    ["https://app.example.com:443", "not_origin"],
    ["https://App.example.com", "not_origin"],
    ["https://bücher.example", "not_origin"],
    ["https://user@app.example.com", "not_origin"],
    ["https://app.example.com\\@evil.example", "not_origin"],
    [" https://app.example.com", "not_origin"],
    ["com.example.app://callback", "not_origin"],
    ["file://", "not_origin"],
    ["http://app.example.com", "not_https_or_loopback"],
    ["http://127.0.0.1.example.com", "not_https_or_loopback"],
    ["http://localhost.example.com", "not_https_or_loopback"],
  ])("refuse %s (field.%s)", (text, name) =>
    expect(WebOrigin.safeParse(text).error!.issues[0]!.message).toBe(`field.${name}`),
  );
});
