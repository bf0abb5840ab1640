const unknownAuthority = "No authority that is known here vouches for the certificate of the server.";

/** What Node says when a connection does not come about, by its code. */
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

/** Why a server that somebody named was not reached, as a sentence for them; null where the error is about something else. */
export function connectionProblem(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const said = code === undefined ? undefined : sentences[code];
  return said ? said({ hostname: hostname ?? "" }) : connectionProblem(error.cause);
}
