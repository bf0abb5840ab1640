const unknownAuthority = "No authority that is known here vouches for the certificate of the server.";

/** Sentences for failed connections, by Node's error codes. */
const sentences: Record<string, (error: { hostname?: string }) => string> = {
  ENOTFOUND: ({ hostname }) => `There is no server called ${hostname}.`,
  EAI_AGAIN: ({ hostname }) => `The name ${hostname} cannot be looked up at the moment.`,
  ECONNREFUSED: () => "The server takes no connection at this port.",
  ECONNRESET: () => "The server ended the connection without an answer.",
  EHOSTUNREACH: () => "No way leads to the server.",
  ENETUNREACH: () => "No way leads to the server.",
  ETIMEDOUT: () => "The server did not answer in time.",
  ABORT_ERR: () => "The server did not answer in time.",
  CERT_HAS_EXPIRED: () => "The certificate of the server has run out.",
  ERR_TLS_CERT_ALTNAME_INVALID: () => "The certificate of the server is for another name.",
  DEPTH_ZERO_SELF_SIGNED_CERT: () => unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: () => unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => unknownAuthority,
};

/**
 * Returns why a configured server was not reached, as a sentence for its administrator. Returns null if the error has another
 * cause.
 */
export function connectionProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const sentence = code === undefined ? undefined : sentences[code];
  return sentence ? sentence({ hostname: hostname ?? "" }) : connectionProblem(error.cause);
}
