import { expect, test } from "vitest";
import { bytesOf, formOf } from "./request-body";

const request = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://here.example/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

test("reads a body up to its limit, with or without a declared length", async () => {
  const text = "ten bytes.";
  for (const headers of [{}, { "content-length": "10" }] as Record<string, string>[]) {
    expect(Buffer.from((await bytesOf(request(text, headers), 10))!).toString()).toBe(text);
    expect(await bytesOf(request(text, headers), 9)).toBeNull();
  }
});

test("stops reading an endless body as soon as it is too large", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array((sent += 1_000) && 1_000)),
  });
  expect(await bytesOf(request(endless), 5_000)).toBeNull();
  expect(sent).toBeLessThan(20_000);
});

test("reads a form, and returns no fields for another or a too long body", async () => {
  const fields = (body: BodyInit, type = "application/x-www-form-urlencoded") =>
    formOf(request(body, { "content-type": type })).then((form) => Object.fromEntries(form));
  expect(await fields("code=12%2034&trust=on")).toEqual({ code: "12 34", trust: "on" });
  expect(await fields("code=1", "text/plain")).toEqual({});
  expect(await fields(`code=${"1".repeat(70_000)}`)).toEqual({});
  const sent = new FormData();
  sent.set("code", "7");
  expect(Object.fromEntries(await formOf(request(sent)))).toEqual({ code: "7" });
});
