/**
 * Where an organization's domain is served: with the scheme and the port of the installation's own address, because what ends TLS
 * for both stands at one place. Without a path and without a slash at its end.
 */
export function domainAddress(baseUrl: string, domain: string): string {
  const address = new URL(baseUrl);
  address.hostname = domain;
  return address.origin;
}
