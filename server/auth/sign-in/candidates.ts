import type { Database } from "../../store/database";

/** An account that an address and password may belong to. */
export interface Candidate {
  /** Null for the platform's administrator. */
  tenantId: number | null;
  userId: number;
  email: string;
  name: string | null;
  phone: string | null;
  passwordHash: string | null;
  /** True if the account or its tenant is suspended. */
  suspended: boolean;
  lockedUntil: Date | null;
  lockedIndefinitely: boolean;
  lockCause: "guesses" | null;
  failures: number;
}

interface Row {
  tenant_id: string | number | null;
  id: string | number;
  email: string;
  name: string | null;
  phone: string | null;
  password_hash: string | null;
  suspended: boolean;
  locked_until_ms: number | null;
  locked_indefinitely: boolean;
  lock_cause: "guesses" | null;
  failed_sign_ins: number;
}

/** Maximum number of accounts that one address selects. Each account costs a hash and a write. */
export const MOST_CANDIDATES = 10;

/** An organization and an address as typed together: `acme/ada@example.com`. */
const NAMED = /^([a-z0-9]{1,60})\/(.+)$/i;

/**
 * Returns the platform's administrator and the tenants' administrators with this address. Searches all tenants, because the
 * tenant is not known yet; each account still needs its own password. Of many accounts, those of the oldest tenants count. An
 * attacker who creates administrators with another person's address can therefore neither exclude that person nor cause unlimited
 * password comparisons. The other accounts are reached by naming the organization.
 */
export async function findCandidates({ sql }: Database, email: string): Promise<Candidate[]> {
  // The database cannot store such an address, so no user has it.
  if (email.length > 254 || email.includes("\0")) return [];
  const [, organization = "", named = ""] = NAMED.exec(email) ?? [];
  const rows = await sql<Row[]>`
    select * from (
    select null::bigint as tenant_id, p.id, p.email, p.name, null as phone, p.password_hash, false as suspended,
      (extract(epoch from p.locked_until) * 1000)::float8 as locked_until_ms, false as locked_indefinitely,
      'guesses' as lock_cause, p.failed_sign_ins
    from platform_administrators p where p.email_key = lower(${email})
    union all
    select u.tenant_id, u.id, u.email, u.name, u.phone, u.password_hash, u.status <> 'active' or t.status <> 'active' as suspended,
      (extract(epoch from u.locked_until) * 1000)::float8, u.locked_indefinitely, u.lock_cause,
      u.failed_sign_ins
    from users u
    join administrators a on a.tenant_id = u.tenant_id and a.user_id = u.id
    join tenants t on t.id = u.tenant_id
    where u.kind = 'person' and u.email_key in (lower(${email}), lower(${named}))
      and (u.email_key = lower(${email}) or t.slug = lower(${organization}))
    ) found order by password_hash is null, tenant_id nulls first, id limit ${MOST_CANDIDATES}`;
  const inOrder = rows.sort(
    (one, other) => Number(one.tenant_id ?? Infinity) - Number(other.tenant_id ?? Infinity),
  );
  return inOrder.map((row) => ({
    tenantId: row.tenant_id === null ? null : Number(row.tenant_id),
    userId: Number(row.id),
    email: row.email,
    name: row.name,
    phone: row.phone,
    passwordHash: row.password_hash,
    suspended: row.suspended,
    lockedUntil: row.locked_until_ms === null ? null : new Date(row.locked_until_ms),
    lockedIndefinitely: row.locked_indefinitely,
    lockCause: row.lock_cause,
    failures: row.failed_sign_ins,
  }));
}
