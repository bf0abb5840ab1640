import { LRUCache } from "lru-cache";
import { domainAddress } from "../domain/domains/address.schema";
import type { Database } from "../store/database";

/** A host that people sign in at: the installation's own, or a domain that an organization has verified. */
export interface Site {
  /** Its address, without a path and without a slash at its end. */
  baseUrl: string;
  /** Whose domain it is; null: the installation's own host, which is everybody's. */
  tenant: { tenantId: number; slug: string } | null;
}

/** An organization's own domain. */
export type CustomSite = Site & { tenant: NonNullable<Site["tenant"]> };

/**
 * The organization of this slug, as it is known at a host; null where there is none that is active. On its own domain an
 * organization answers for nobody else.
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

/** How long it is remembered whose a host is: so long a domain that was removed may go on being served. */
const REMEMBERED_MS = 1_000;

/** Hosts remembered at once: whoever asks makes them up. */
const MOST_HOSTS = 10_000;

/** The longest name that DNS knows. */
const LONGEST_NAME = 253;

/**
 * Tells whose a host is. Nothing that a request says but the name is believed: scheme and port are the installation's own.
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

  /** Asks at most once a second for each host. */
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
     * Whose domain this Host header names; null for the installation's own host and for any name that nobody has
     * verified. For the own host it is known without waiting.
     */
    of: (host: string | null | undefined): Promise<CustomSite | null> | null => {
      if (!host || host === own.host) return null;
      const name = host.toLowerCase().replace(/:\d+$/, "").replace(/\.$/, "");
      // Without a dot it is no name of the internet; addresses (IPv6 in brackets) are none either.
      if (name === own.hostname || !name.includes(".") || !/^[a-z0-9.-]+$/.test(name)) return null;
      return name.length > LONGEST_NAME || /^[0-9.]+$/.test(name) ? null : find(name);
    },

    /** Whether this address is still a domain of this organization. */
    isServed: async (address: string, tenantId: number): Promise<boolean> => {
      const site = await find(new URL(address).hostname);
      return site?.baseUrl === address && site.tenant.tenantId === tenantId;
    },
  };
}

export type Sites = ReturnType<typeof createSites>;
