import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  sign,
  type KeyObject,
} from "node:crypto";
import { promisify } from "node:util";

/*
 * A key with a certificate of its own, for those who want to be told a key as a certificate (SAML). Nothing is certified by
 * it: its signature is made with the key itself, and whoever is told it trusts the key (saml-metadata-iop §2.6.1).
 */

const generate = promisify(generateKeyPair);

/** Strong enough until long after the certificate has run out (NIST SP 800-57, part 1, table 2). */
const BITS = 3_072;
const YEARS = 10;

/** DER (X.690): tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? 4 : 2, "0"), "hex");
  return Buffer.concat([Buffer.from([tag, 0x80 | digits.length]), digits, content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));

/** sha256WithRSAEncryption (RFC 4055 §5), with the NULL that it must have. */
const algorithm = sequence(oid("2a864886f70d01010b"), der(0x05));

/** A name of one commonName (RFC 5280 §4.1.2.4), which has at most 64 characters. */
const named = (name: string) =>
  sequence(der(0x31, sequence(oid("550403"), der(0x0c, Buffer.from([...name].slice(0, 64).join(""))))));

/** RFC 5280 §4.1.2.5: with two digits for the year until 2049, with four after it; to the second. */
function instant(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, "");
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

/** basicConstraints, critical and empty: nobody's authority (RFC 5280 §4.2.1.9). */
const noAuthority = der(
  0xa3,
  sequence(sequence(oid("551d13"), der(0x01, Buffer.from([0xff])), der(0x04, sequence()))),
);

function selfSigned(key: KeyObject, name: string, from: Date, until: Date): Buffer {
  // Positive, and not begun with a zero (RFC 5280 §4.1.2.2).
  const serial = randomBytes(16);
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const subject = named(name);
  const told = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, serial),
    algorithm,
    subject,
    sequence(instant(from), instant(until)),
    subject,
    createPublicKey(key).export({ type: "spki", format: "der" }),
    noAuthority,
  );
  return sequence(told, algorithm, der(0x03, Buffer.from([0]), sign("sha256", told, key)));
}

/** A private key (PKCS #8) and its certificate, both in PEM. */
export interface CertifiedKey {
  privateKey: string;
  certificate: string;
  /** SHA-256 of the certificate, as its operators compare it: lower-case hex. */
  fingerprint: string;
  expiresAt: Date;
}

/** Makes an RSA key with a certificate in this name, which runs out after ten years. */
export async function certifiedKey(name: string, now: Date, bits = BITS): Promise<CertifiedKey> {
  const { privateKey } = await generate("rsa", {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const expiresAt = new Date(now);
  expiresAt.setUTCFullYear(now.getUTCFullYear() + YEARS);
  // A day back: the other side's clock may be slow.
  const from = new Date(+now - 86_400_000);
  const certificate = selfSigned(createPrivateKey(privateKey), name, from, expiresAt);
  const lines = certificate
    .toString("base64")
    .match(/.{1,64}/g)!
    .join("\n");
  return {
    privateKey,
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    fingerprint: createHash("sha256").update(certificate).digest("hex"),
    expiresAt,
  };
}
