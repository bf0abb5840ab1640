import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createVault, deriveKey, readMasterKey } from "./vault";

describe("the vault", () => {
  const vault = createVault(randomBytes(32));

  it("decrypts what it encrypted, and never encrypts twice to the same text", () => {
    for (const text of ["", "secret", "🏰 Grüße\n", "x".repeat(10_000)]) {
      const sealed = vault.encrypt(text);
      expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]{22}\.[\w-]*$/);
      expect(vault.decrypt(sealed)).toBe(text);
      expect(vault.encrypt(text)).not.toBe(sealed);
    }
  });

  it("refuses a text that was changed, cut, or encrypted with another key", () => {
    const sealed = vault.encrypt("a secret");
    const [version, iv = "", tag = "", data = ""] = sealed.split(".");
    const flipped = Buffer.from(data, "base64url").map((byte, index) => (index === 0 ? byte ^ 1 : byte));
    for (const bad of [
      [version, iv, tag, Buffer.from(flipped).toString("base64url")].join("."),
      [version, iv, tag.slice(0, 8), data].join("."),
      ["v2", iv, tag, data].join("."),
      [version, iv, tag].join("."),
      "",
    ]) {
      expect(() => vault.decrypt(bad)).toThrow();
    }
    expect(() => createVault(randomBytes(32)).decrypt(sealed)).toThrow();
  });
});

describe("the master key", () => {
  let directory: string;
  beforeEach(() => void (directory = mkdtempSync(path.join(os.tmpdir(), "castellan-key-"))));
  afterEach(() => rmSync(directory, { recursive: true }));

  it("is created once, readable only by its owner, without other files", () => {
    const DATA_DIR = path.join(directory, "new");
    const key = readMasterKey({ ENCRYPTION_KEY: undefined, DATA_DIR });
    expect(key).toHaveLength(32);
    expect(readMasterKey({ ENCRYPTION_KEY: undefined, DATA_DIR })).toEqual(key);
    expect(readdirSync(DATA_DIR)).toEqual(["master.key"]);
    expect(statSync(path.join(DATA_DIR, "master.key")).mode & 0o777).toBe(0o600);
  });

  it("is the one of the environment if set", () => {
    const key = randomBytes(32);
    expect(readMasterKey({ ENCRYPTION_KEY: key.toString("base64"), DATA_DIR: directory })).toEqual(key);
    expect(readdirSync(directory)).toEqual([]);
  });

  it("is never replaced: a damaged file prevents the start", () => {
    writeFileSync(path.join(directory, "master.key"), "short");
    expect(() => readMasterKey({ ENCRYPTION_KEY: undefined, DATA_DIR: directory })).toThrow(/master\.key/);
  });

  it("derives a separate key for each purpose", () => {
    const master = randomBytes(32);
    expect(deriveKey(master, "vault")).toEqual(deriveKey(master, "vault"));
    expect(deriveKey(master, "vault")).not.toEqual(deriveKey(master, "next-auth"));
  });
});
