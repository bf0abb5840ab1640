import "reflect-metadata";
import { BasicConstraintsExtension, Name, X509CertificateGenerator } from "@peculiar/x509";
import { createHash, webcrypto } from "node:crypto";

/*
 * Keys with self-signed certificates, for protocols that publish a key as a certificate (SAML). The certificate proves nothing by
 * itself. A relying party trusts the key, because an operator configures it (saml-metadata-iop §2.6.1).
 */

/** NIST SP 800-57, part 1, table 2: strong enough for longer than the validity of the certificate. */
const BITS = 3_072;
const YEARS = 10;
const DAY = 86_400_000;
/** Maximum length of a commonName in characters (RFC 5280, appendix A.1, ub-common-name). */
const MOST_OF_A_NAME = 64;

/** A private key (PKCS #8) and its certificate, both in PEM. */
export interface CertifiedKey {
  privateKey: string;
  certificate: string;
  /** SHA-256 of the certificate in lower-case hex, for comparison by operators. */
  fingerprint: string;
  expiresAt: Date;
}

/** Creates an RSA key and its certificate for this name. It expires after ten years. */
export async function certifiedKey(name: string, now: Date, bits = BITS): Promise<CertifiedKey> {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    hash: "SHA-256",
    publicExponent: new Uint8Array([1, 0, 1]),
    modulusLength: bits,
  };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"]);
  const expiresAt = new Date(now);
  expiresAt.setUTCFullYear(now.getUTCFullYear() + YEARS);
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: new Name([{ CN: [{ utf8String: [...name].slice(0, MOST_OF_A_NAME).join("") }] }]),
      keys,
      signingAlgorithm: algorithm,
      // One day earlier, because the clock of a relying party may be slow.
      notBefore: new Date(+now - DAY),
      notAfter: expiresAt,
      extensions: [new BasicConstraintsExtension(false, undefined, true)],
    },
    webcrypto as Crypto,
  );
  const pkcs8 = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey);
  return {
    privateKey: pem("PRIVATE KEY", pkcs8),
    certificate: pem("CERTIFICATE", certificate.rawData),
    fingerprint: createHash("sha256").update(Buffer.from(certificate.rawData)).digest("hex"),
    expiresAt,
  };
}

/** Returns the data in PEM (RFC 7468): base64 in lines of 64 characters. */
function pem(label: string, der: ArrayBuffer): string {
  const lines = Buffer.from(der)
    .toString("base64")
    .match(/.{1,64}/g)!;
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
