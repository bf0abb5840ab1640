import { LRUCache } from "lru-cache";
import { domainAddress } from "../../domain/domains/address.schema";
import type { Database } from "../../store/database";

/** A host at which users sign in: the installation's own, or a verified domain of an organization. */
export interface Site {
  /** Address without a path and without a trailing slash. */
  baseUrl: string;
  /** Owner of the domain; null for the installation's own host, which serves all organizations. */
  tenant: { tenantId: number; slug: string } | null;
}

/** An organization's own domain. */
export type CustomSite = Site & { tenant: NonNullable<Site["tenant"]> };

/**
 * Returns the organization with this slug at a host; null if there is no active one. At a custom domain, finds only its own
 * organization.
 */
export async function tenantAt(
  { sql }: Pick<Database, "sql">,
  { tenant: owner }: Pick<Site, "tenant">,
  slug: string,
): Promise<number | null> {
  if (!/^[a-z0-9]{1,63}$/.test(slug) || (owner !== null && owner.slug !== slug)) return null;
  const [row] = await sql<{ id: string }[]>`
    select id from tenants where slug = ${slug} and status = 'active'`;
  return row ? Number(row.id) : null;
}

/** Time in milliseconds for which the owner of a host is cached. A removed domain may be served for this time. */
const REMEMBERED_MS = 1_000;

/** Maximum number of cached hosts, because clients can invent hosts. */
const MOST_HOSTS = 10_000;

/** Maximum length of a DNS name. */
const LONGEST_NAME = 253;

/**
 * Creates the lookup of the owner of a host. It uses only the name of the requested host. Scheme and port are those of the
 * installation.
 */
export function createSites({ database: { sql }, baseUrl }: { database: Database; baseUrl: string }) {
  const own = new URL(baseUrl);
  const known = new LRUCache<string, Promise<CustomSite | null>>({ max: MOST_HOSTS, ttl: REMEMBERED_MS });

  async function read(domain: string): Promise<CustomSite | null> {
    const [row] = await sql<{ id: string; slug: string }[]>`
      select t.id, t.slug from custom_domains d join tenants t on t.id = d.tenant_id where d.verified_key = ${domain}`;
    return row
      ? { baseUrl: domainAddress(baseUrl, domain), tenant: { tenantId: Number(row.id), slug: row.slug } }
      : null;
  }

  /** Looks up each host at most once a second. */
  function find(domain: string): Promise<CustomSite | null> {
    const before = known.get(domain);
    if (before) return before;
    const reading = read(domain);
    known.set(domain, reading);
    reading.catch(() => known.delete(domain));
    return reading;
  }

  return {
    /**
     * Returns the site of the domain in this Host header; null for the installation's own host and for every unverified name.
     * Returns null without a promise if no lookup is needed.
     */
    of: (host: string | null | undefined): Promise<CustomSite | null> | null => {
      if (!host || host === own.host) return null;
      const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
      // A name without a dot is not public. An IP address (IPv6 in brackets) is not a name.
      if (name === own.hostname || !name.includes(".") || !/^[a-z0-9.-]+$/.test(name)) return null;
      return name.length > LONGEST_NAME || /^[0-9.]+$/.test(name) ? null : find(name);
    },

    /** Returns true if this address is still a domain of this organization. */
    isServed: async (address: string, tenantId: number): Promise<boolean> => {
      const site = await find(new URL(address).hostname);
      return site?.baseUrl === address && site.tenant.tenantId === tenantId;
    },
  };
}

export type Sites = ReturnType<typeof createSites>;
