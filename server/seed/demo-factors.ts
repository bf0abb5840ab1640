import { randomBytes, randomUUID } from "node:crypto";
import { beginTotp } from "@/server/domain/factors/kinds/totp";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { DemoPerson } from "./demo";
import { early, type Scene } from "./demo-scene";
import { newPassword } from "./passwords";
import { pick } from "./random";

/** The second factors that each person has. */
export type HeldFactors = Map<number, Set<"totp" | "webauthn">>;

const passkeyLabels = ["Laptop", "iPhone", "Security key", "Work phone"];

/**
 * Gives most people a password and a share of them an authenticator app or a passkey. The password is the
 * same unknown one for all. Some people have only a passkey. People who need a second factor have one.
 * Returns the factors by person. The owner has none, so that users of the demo can sign in as the owner.
 */
export async function addFactors(
  { deps, dice, tenant, people }: Scene,
  mustHave: readonly DemoPerson[],
): Promise<HeldFactors> {
  const { stores, ports, database } = deps;
  const passwordHash = await ports.passwords.hash(newPassword());
  const held: HeldFactors = new Map();
  const withPassword: DemoPerson[] = [];
  const rows: Parameters<WriteTx["factors"]["insertAll"]>[0] = [];
  for (const person of people) {
    const add = (kind: "totp" | "webauthn", row: Omit<(typeof rows)[number], "userId" | "kind">) => {
      const createdAt = early(dice, person);
      rows.push({ userId: person.id, kind, createdAt, verifiedAt: createdAt, ...row });
      held.set(person.id, (held.get(person.id) ?? new Set()).add(kind));
    };
    if (dice() < 0.42 || mustHave.includes(person))
      add("totp", {
        label: dice() < 0.5 ? "Authenticator app" : null,
        secretSealed: beginTotp(ports.vault, person.email, "Acme").sealed,
        data: { lastStep: 0 },
      });
    const byPasskeyOnly = dice() < 0.05;
    if (!byPasskeyOnly) withPassword.push(person);
    if (byPasskeyOnly || dice() < 0.15)
      add("webauthn", {
        label: pick(dice, passkeyLabels),
        ...passkey(new URL(deps.config.BASE_URL).hostname),
      });
  }
  await stores.tenant(tenant.tenantId).write((tx) => tx.factors.insertAll(rows));

  const weak = withPassword.filter(() => dice() < 0.05).map(({ id }) => id);
  const ids = withPassword.map(({ id }) => id);
  // The time of the last change is in the audit log; otherwise the password is as old as the account.
  await database.sql`
    update users set password_hash = ${passwordHash}, password_weak = id = any(${weak}),
      password_changed_at = coalesce((select max(e.at) from audit_events e where e.tenant_id = users.tenant_id
        and e.target = 'user:' || users.id and e.action = 'account.password_changed'), created_at)
    where tenant_id = ${tenant.tenantId} and id = any(${ids})`;
  return held;
}

/** Returns the stored form of a passkey without a real authenticator. */
const passkey = (rpId: string) => ({
  externalKey: randomBytes(32).toString("base64url"),
  data: {
    rpId,
    publicKey: randomBytes(77).toString("base64url"),
    counter: 0,
    transports: ["internal", "hybrid"],
    backedUp: true,
    aaguid: randomUUID(),
    userHandle: randomBytes(32).toString("base64url"),
  },
});
