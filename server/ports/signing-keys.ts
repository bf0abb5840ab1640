import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import type { GeneratedKey, SigningAlgorithm } from "../kernel/signing-keys";

/** Bits of an RSA key (NIST SP 800-57, part 1, table 2: sufficient until 2030, far longer than a key signs). */
const RSA_BITS = 2_048;

/** Creates a key for an algorithm. Its id is its thumbprint (RFC 7638). An RSA key takes about 0.1 s of a core. */
export async function generateSigningKey(algorithm: SigningAlgorithm): Promise<GeneratedKey> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, {
    extractable: true,
    ...(algorithm === "EdDSA" && { crv: "Ed25519" }),
    ...(/^[RP]S/.test(algorithm) && { modulusLength: RSA_BITS }),
  });
  const publicJwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(publicJwk);
  return { kid, algorithm, publicJwk: { ...publicJwk }, privateJwk: { ...(await exportJWK(privateKey)) } };
}
