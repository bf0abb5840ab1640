/** A public key of an app, as a JSON Web Key (RFC 7517) with only the members that verification needs. */
export interface ClientKey {
  kty: "RSA" | "EC" | "OKP";
  kid?: string | undefined;
  alg?: string | undefined;
  crv?: string | undefined;
  n?: string | undefined;
  e?: string | undefined;
  x?: string | undefined;
  y?: string | undefined;
}

/** Algorithms of client assertions (RFC 7523). Symmetric algorithms and `none` are not allowed. */
export const clientKeyAlgorithms = ["RS256", "PS256", "ES256", "EdDSA", "Ed25519"] as const;
