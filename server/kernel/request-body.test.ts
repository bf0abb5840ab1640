import { expect, test } from "vitest";
import { bytesOf } from "./request-body";

const request = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://here.example/", { method: "POST", body, headers, duplex: "half" } as RequestInit);

test("a body is read up to its limit, whether or not it declares its length", async () => {
  const text = "ten bytes.";
  for (const headers of [{}, { "content-length": "10" }] as Record<string, string>[]) {
    expect(Buffer.from((await bytesOf(request(text, headers), 10))!).toString()).toBe(text);
    expect(await bytesOf(request(text, headers), 9)).toBeNull();
  }
});

test("a body without end is left as soon as it is too large", async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array((sent += 1_000) && 1_000)),
  });
  expect(await bytesOf(request(endless), 5_000)).toBeNull();
  expect(sent).toBeLessThan(20_000);
});
