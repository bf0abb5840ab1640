import { createPrivateKey, createPublicKey, X509Certificate } from "node:crypto";
import { describe, expect, it } from "vitest";
import { certifiedKey } from "./certificates";

describe("a key with its own certificate", () => {
  it("is read correctly by other software", async () => {
    const now = new Date("2026-11-22T10:00:00.000Z");
    const { privateKey, certificate, fingerprint, expiresAt } = await certifiedKey("login.acme.example", now);
    const read = new X509Certificate(certificate);
    expect(read.subject).toBe("CN=login.acme.example");
    expect(read.issuer).toBe(read.subject);
    expect(read.ca).toBe(false);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkPrivateKey(createPrivateKey(privateKey))).toBe(true);
    expect(read.fingerprint256.replaceAll(":", "").toLowerCase()).toBe(fingerprint);
    expect(new Date(read.validTo)).toEqual(expiresAt);
    expect(expiresAt.toISOString()).toBe("2036-11-22T10:00:00.000Z");
    expect(createPublicKey(privateKey).asymmetricKeyDetails?.modulusLength).toBe(3_072);
  });

  it("has a shortened name if it is long, and expires after 2049 in the format of the standard", async () => {
    const { certificate } = await certifiedKey("ü".repeat(100), new Date("2045-01-01T00:00:00.000Z"));
    const read = new X509Certificate(certificate);
    expect(new Date(read.validTo).toISOString()).toBe("2055-01-01T00:00:00.000Z");
    expect(read.verify(read.publicKey)).toBe(true);
  });
});
