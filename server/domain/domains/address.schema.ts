/**
 * Returns the URL of an organization's custom domain, without path and final slash. Scheme and port are the same as in the
 * installation's URL, because the same proxy terminates TLS for both hosts.
 */
export function domainAddress(baseUrl: string, domain: string): string {
  const address = new URL(baseUrl);
  address.hostname = domain;
  return address.origin;
}
