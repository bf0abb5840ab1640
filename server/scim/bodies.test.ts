import { describe, expect, it } from "vitest";
import { bodyOf } from "./bodies";

const sent = (body: Uint8Array<ArrayBuffer> | string) =>
  new Request("http://scim.example", {
    method: "POST",
    body,
    headers: { "content-type": "application/json" },
  });

describe("bodies over SCIM", () => {
  it("are UTF-8, with or without a byte order mark", async () => {
    const text = JSON.stringify({ userName: "Zoë" });
    expect(await bodyOf(sent(text))).toEqual({ userName: "Zoë" });
    expect(await bodyOf(sent(`\ufeff${text}`))).toEqual({ userName: "Zoë" });
    const latin1 = new Uint8Array(Buffer.from(text, "latin1"));
    await expect(bodyOf(sent(latin1))).rejects.toMatchObject({ status: 400, scimType: "invalidSyntax" });
  });

  it("have a size limit, which does not depend on the number of results", async () => {
    await expect(bodyOf(sent('{"a": "1234567890"}'), 10)).rejects.toMatchObject({
      status: 413,
      scimType: null,
    });
  });
});
