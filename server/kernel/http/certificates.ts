import { X509Certificate } from "node:crypto";

/** Returns the certificates of a text in PEM form. Throws if one of them is not a certificate. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  );
