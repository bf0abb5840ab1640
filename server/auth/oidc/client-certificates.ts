import { X509Certificate } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { KoaContextWithOIDC } from "oidc-provider";
import { PEM_CERTIFICATES } from "../../kernel/http/certificate-text";
import { certificatesIn } from "../../kernel/http/certificates";
import type { AppClient, ClientRecord } from "./clients";

/*
 * Authentication of apps by a certificate (mTLS, RFC 8705). A proxy ends TLS: it proves that the app has the private key, and passes the
 * certificate in a header. This module checks the certificate against those of the app.
 */

type Context = KoaContextWithOIDC;

/** Maximum length of the header in characters. */
const LONGEST = 16_384;

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads a header with a certificate: a byte sequence (RFC 9440 §2.1), PEM with percent-encoding (nginx, `$ssl_client_escaped_cert`), or
 * DER in base64 (HAProxy, Traefik). Returns undefined if it is anything else, such as two headers in one.
 */
export function readCertificate(header: string): X509Certificate | undefined {
  // A comma joins two headers.
  if (header === "" || header.length > LONGEST || header.includes(",")) return undefined;
  try {
    const text = header.includes("%") ? decodeURIComponent(header) : header;
    if (PEM_CERTIFICATES.test(text)) {
      const [certificate, ...others] = certificatesIn(text);
      return others.length === 0 ? certificate : undefined;
    }
    const [, bytes = text] = /^:(.*):$/.exec(text) ?? [];
    return BASE64.test(bytes) ? new X509Certificate(Buffer.from(bytes, "base64")) : undefined;
  } catch {
    return undefined;
  }
}

// `validFromDate` needs Node 22.
const isValidAt = ({ validFrom, validTo }: X509Certificate, now: Date) =>
  new Date(validFrom) <= now && now <= new Date(validTo);

/** Extended key usage for TLS clients (RFC 5280 §4.2.1.12). A certificate without the extension has no limits. */
const CLIENT_AUTHENTICATION = "1.3.6.1.5.5.7.3.2";
const isForClients = ({ keyUsage }: X509Certificate) =>
  (keyUsage as string[] | undefined)?.includes(CLIENT_AUTHENTICATION) ?? true;

/** Returns true if one of these authorities issued the certificate, and both are valid. */
const isIssuedBy = (certificate: X509Certificate, authorities: X509Certificate[], now: Date) =>
  isValidAt(certificate, now) &&
  isForClients(certificate) &&
  authorities.some(
    (authority) =>
      authority.ca &&
      isValidAt(authority, now) &&
      certificate.checkIssued(authority) &&
      certificate.verify(authority.publicKey),
  );

/** Returns the subject's name in the order and form of RFC 4514, which is the reverse of Node's. */
const subjectOf = ({ subject }: X509Certificate) => subject.split("\n").reverse().join(",");

/** Returns true if the certificate has this name: a DNS name of its alternative names, or the name of its subject (RFC 4514). */
const isNamed = (certificate: X509Certificate, name: string) =>
  certificate.checkHost(name, { subject: "never", wildcards: false }) !== undefined ||
  subjectOf(certificate).replaceAll(", ", ",") === name.replaceAll(", ", ",");

/** Parsed certificates by their text. Parsing takes about a tenth of a millisecond. */
const parsed = new LRUCache<string, X509Certificate[]>({ max: 1_000 });

function certificatesOf({ clientCertificates }: AppClient): X509Certificate[] {
  const pem = clientCertificates ?? "";
  const found = parsed.get(pem) ?? certificatesIn(pem);
  parsed.set(pem, found);
  return found;
}

/** Returns the metadata of an app that authenticates by a certificate (RFC 8705 §2, §3.4). Its tokens are bound to the certificate. */
export function certificateMetadata({ authMethod, app }: ClientRecord) {
  if (app === null || (authMethod !== "tls_client_auth" && authMethod !== "self_signed_tls_client_auth"))
    return {};
  const bound = { tls_client_certificate_bound_access_tokens: true };
  if (authMethod === "tls_client_auth")
    return { ...bound, tls_client_auth_subject_dn: app.clientCertificateSubject ?? "" };
  const keys = certificatesOf(app).map(({ publicKey, raw }) => ({
    ...publicKey.export({ format: "jwk" }),
    x5c: [raw.toString("base64")],
  }));
  return { ...bound, jwks: { keys } };
}

interface CertificateDeps {
  /** Header in which the proxy passes the certificate; undefined: no app can authenticate by a certificate. */
  header: string | undefined;
  clock: () => Date;
  recordOf: (client: object | undefined) => ClientRecord;
}

/** Creates the library's feature mTLS. */
export function certificateFeature({ header, clock, recordOf }: CertificateDeps) {
  const read = new WeakMap<Context, { certificate: X509Certificate | undefined }>();
  const getCertificate = (ctx: Context): X509Certificate | undefined => {
    const known = read.get(ctx) ?? {
      certificate: header === undefined ? undefined : readCertificate(ctx.get(header)),
    };
    read.set(ctx, known);
    const { certificate } = known;
    return certificate && isValidAt(certificate, clock()) ? certificate : undefined;
  };
  const appOf = (ctx: Context) => recordOf(ctx.oidc.client).app;
  return {
    enabled: header !== undefined,
    certificateBoundAccessTokens: true,
    tlsClientAuth: true,
    selfSignedTlsClientAuth: true,
    getCertificate,
    certificateAuthorized: (ctx: Context) => {
      const certificate = getCertificate(ctx);
      const app = appOf(ctx);
      return (
        certificate !== undefined && app !== null && isIssuedBy(certificate, certificatesOf(app), clock())
      );
    },
    certificateSubjectMatches: (ctx: Context, _property: string, expected: string) => {
      const certificate = getCertificate(ctx);
      return certificate !== undefined && isNamed(certificate, expected);
    },
  };
}
