import "reflect-metadata";
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from "@peculiar/x509";
import { createPrivateKey, createPublicKey, generateKeyPairSync, webcrypto } from "node:crypto";

/*
 * A certificate chain that is valid and takes hundreds of milliseconds to check: RSA keys with exponents of
 * 3,070 bits.
 */

const BITS = 3_072;
const numberOf = (base64: string) => BigInt(`0x${Buffer.from(base64, "base64url").toString("hex")}`);
function base64Of(value: bigint) {
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex").toString("base64url");
}

/** Returns the inverse of `value`, or null if there is none. */
function inverse(value: bigint, modulus: bigint): bigint | null {
  let [rest, before] = [value, modulus];
  let [factor, factorBefore] = [1n, 0n];
  while (rest > 0n) {
    const times = before / rest;
    [before, rest] = [rest, before - times * rest];
    [factorBefore, factor] = [factor, factorBefore - times * factor];
  }
  return before === 1n ? ((factorBefore % modulus) + modulus) % modulus : null;
}

/** Creates a key with the longest public exponent that OpenSSL accepts. */
function costlyKey() {
  const {
    n = "",
    p = "",
    q = "",
  } = generateKeyPairSync("rsa", { modulusLength: BITS }).privateKey.export({
    format: "jwk",
  });
  const [first, second] = [numberOf(p), numberOf(q)];
  const order = (first - 1n) * (second - 1n);
  let exponent = (1n << BigInt(BITS - 2)) - 1n;
  let secret = inverse(exponent, order);
  while (secret === null) {
    exponent -= 2n;
    secret = inverse(exponent, order);
  }
  return createPrivateKey({
    format: "jwk",
    key: {
      kty: "RSA",
      n,
      p,
      q,
      e: base64Of(exponent),
      d: base64Of(secret),
      dp: base64Of(secret % (first - 1n)),
      dq: base64Of(secret % (second - 1n)),
      qi: base64Of(inverse(second, first) ?? 0n),
    },
  });
}

/**
 * Returns a chain for `localhost` and 127.0.0.1 with an untrusted root, and the key of its first certificate,
 * in PEM.
 */
export async function costlyChain(length: number): Promise<{ key: string; cert: string }> {
  const key = costlyKey();
  const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const { subtle } = webcrypto;
  const pkcs8 = key.export({ type: "pkcs8", format: "der" });
  const spki = createPublicKey(key).export({ type: "spki", format: "der" });
  const privateKey = await subtle.importKey("pkcs8", pkcs8, algorithm, true, ["sign"]);
  const publicKey = await subtle.importKey("spki", spki, algorithm, true, ["verify"]);
  const day = 86_400_000;
  const certificates = await Promise.all(
    Array.from({ length }, (_, at) =>
      X509CertificateGenerator.create(
        {
          serialNumber: (at + 1).toString(16),
          subject: `CN=c${at}`,
          issuer: `CN=c${Math.min(at + 1, length - 1)}`,
          notBefore: new Date(Date.now() - day),
          notAfter: new Date(Date.now() + day),
          publicKey,
          signingKey: privateKey,
          signingAlgorithm: algorithm,
          extensions: [
            new BasicConstraintsExtension(at > 0, undefined, true),
            ...(at > 0
              ? []
              : [
                  new SubjectAlternativeNameExtension([
                    { type: "dns", value: "localhost" },
                    { type: "ip", value: "127.0.0.1" },
                  ]),
                ]),
          ],
        },
        webcrypto as Crypto,
      ),
    ),
  );
  return {
    key: key.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: certificates.map((certificate) => certificate.toString("pem")).join("\n"),
  };
}
