import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  hashSecret,
  newClientSecret,
  newOpaqueToken,
  newPlatformClientId,
  newTenantClientId,
  parseClientId,
} from "./client-id";

describe("client ids", () => {
  it("contain their tenant or the platform", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (id) => {
        expect(parseClientId(newTenantClientId(id))).toEqual({ tenantId: id });
      }),
    );
    expect(parseClientId(newPlatformClientId())).toEqual({ platform: true });
  });
  it.each([
    "",
    "t1",
    "t0_aaaaaaaaaaaaaaaaaaaaaa",
    "t01_aaaaaaaaaaaaaaaaaaaaaa",
    "t1_aaaaaaaaaaaaaaaaaaaaa",
    "t1_aaaaaaaaaaaaaaaaaaaaaaa",
    "t9999999999999999_aaaaaaaaaaaaaaaaaaaaaa",
    "platform_x",
    "t1_aaaaaaaaaaaaaaaaaaaa'a\n",
  ])("refuse a text of another form: %j", (text) => expect(parseClientId(text)).toBeNull());
});

describe("secrets", () => {
  it("have 256 random bits and are stored as SHA-256", () => {
    expect(newClientSecret()).toMatch(/^cs_[A-Za-z0-9_-]{43}$/);
    expect(newOpaqueToken()).not.toBe(newOpaqueToken());
    expect(hashSecret("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  });
});
