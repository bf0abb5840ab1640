import { type CodedText, defineTexts } from "../kernel/texts/define";

export const providerTexts = defineTexts("provider", {
  // Connections.
  unknown_host: "There is no server called {host}.",
  name_unresolved: "The name {host} cannot be looked up at the moment.",
  port_closed: "The server takes no connection at this port.",
  connection_ended: "The server ended the connection without an answer.",
  no_route: "No way leads to the server.",
  server_late: "The server did not answer in time.",
  certificate_expired: "The certificate of the server has run out.",
  certificate_of_other_name: "The certificate of the server is for another name.",
  certificate_untrusted: "No authority that is known here vouches for the certificate of the server.",
});

const unknownAuthority = providerTexts.certificate_untrusted();

/** Texts for failed connections, by Node's error codes. */
const sentences: Record<string, (error: { hostname?: string }) => CodedText> = {
  ENOTFOUND: ({ hostname }) => providerTexts.unknown_host({ host: hostname ?? "" }),
  EAI_AGAIN: ({ hostname }) => providerTexts.name_unresolved({ host: hostname ?? "" }),
  ECONNREFUSED: () => providerTexts.port_closed(),
  ECONNRESET: () => providerTexts.connection_ended(),
  EHOSTUNREACH: () => providerTexts.no_route(),
  ENETUNREACH: () => providerTexts.no_route(),
  ETIMEDOUT: () => providerTexts.server_late(),
  ABORT_ERR: () => providerTexts.server_late(),
  CERT_HAS_EXPIRED: () => providerTexts.certificate_expired(),
  ERR_TLS_CERT_ALTNAME_INVALID: () => providerTexts.certificate_of_other_name(),
  DEPTH_ZERO_SELF_SIGNED_CERT: () => unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: () => unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: () => unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: () => unknownAuthority,
};

/**
 * Returns the reason why a server that a user configured was not reached, for that user. Returns null for an
 * unrelated error.
 */
export function connectionProblem(error: unknown): CodedText | null {
  if (!(error instanceof Error)) return null;
  const { code, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  const sentence = code === undefined ? undefined : sentences[code];
  return sentence ? sentence({ hostname: hostname ?? "" }) : connectionProblem(error.cause);
}
