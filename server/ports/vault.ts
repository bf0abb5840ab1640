import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ConfigError, type Config } from "../edge/config";
import type { Ports } from "../kernel/operation/ports";

const KEY_BYTES = 32;

/**
 * Returns the server's master key: ENCRYPTION_KEY, or a key that the first start creates in DATA_DIR. All instances on one
 * database need the same key.
 */
export function readMasterKey({
  ENCRYPTION_KEY,
  DATA_DIR,
}: Pick<Config, "ENCRYPTION_KEY" | "DATA_DIR">): Buffer {
  if (ENCRYPTION_KEY !== undefined) return Buffer.from(ENCRYPTION_KEY, "base64");
  const file = path.join(/*turbopackIgnore: true*/ DATA_DIR, "master.key");
  if (!existsSync(file)) makeMasterKey(DATA_DIR, file);
  const key = Buffer.from(readFileSync(file, "utf8"), "base64");
  if (key.length !== KEY_BYTES) throw new ConfigError(`${file} does not hold a key of ${KEY_BYTES} bytes.`);
  return key;
}

/** Creates the key file atomically. Never replaces an existing one, because data encrypted with it would be lost. */
function makeMasterKey(directory: string, file: string) {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(6).toString("hex")}`;
  const key = `${randomBytes(KEY_BYTES).toString("base64")}\n`;
  try {
    writeFileSync(draft, key, { flag: "wx", mode: 0o600, flush: true });
    // A link fails if another instance was first. A rename would replace its file.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Derives a key for one purpose (RFC 5869), so that each key has only one purpose. */
export const deriveKey = (masterKey: Buffer, purpose: string) =>
  Buffer.from(hkdfSync("sha256", masterKey, "", `castellan ${purpose}`, KEY_BYTES));

/** Creates the vault that encrypts stored texts with AES-256-GCM: `v1.<iv>.<tag>.<data>`. */
export function createVault(masterKey: Buffer): Ports["vault"] {
  const key = deriveKey(masterKey, "vault");
  return {
    encrypt: (text) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv("aes-256-gcm", key, iv);
      const data = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return ["v1", ...[iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"))].join(".");
    },
    decrypt: (sealed) => {
      const [version, iv, tag, data] = sealed.split(".");
      if (version !== "v1" || iv === undefined || tag === undefined || data === undefined)
        throw new Error("not a sealed text");
      const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"), {
        authTagLength: 16,
      });
      decipher.setAuthTag(Buffer.from(tag, "base64url"));
      return Buffer.concat([decipher.update(Buffer.from(data, "base64url")), decipher.final()]).toString(
        "utf8",
      );
    },
  };
}
