/** One or more certificates in PEM form. */
export const PEM_CERTIFICATES =
  /^(?:-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
