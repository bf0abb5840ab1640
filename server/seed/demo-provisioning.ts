import { eq } from "drizzle-orm";
import { scimTokens } from "@/db/tenant/credentials";
import type { WriteTx } from "@/server/kernel/operation/store";
import { ago, DAY, HOUR, type Scene } from "./demo-scene";
import { pick } from "./random";
import { provisioningRefusals } from "@/server/domain/provisioning/people";

type Rows = Parameters<WriteTx["provisioningLog"]["insertAll"]>[0];

const DAYS = 14;
/** Interval between the identity provider's reads, in hours. */
const POLLED_EVERY = 6;

/**
 * Records the requests for the identity provider's changes of the last two weeks in the audit log, and its regular
 * reads.
 */
export async function addProvisioning({ deps, dice, tenant }: Scene) {
  const { tenantId } = tenant;
  const { stores, database } = deps;
  const [token] = await stores.tenant(tenantId).read((tx) => tx.scimTokens.list({ limit: 1 }));
  const done = await database.sql<{ at: string; event: string; target: string; label: string }[]>`
    select at::text as at, split_part(action, '.', 2) as event, target, target_label as label from audit_events
    where tenant_id = ${tenantId} and action like 'scim.%' and at > now() - make_interval(days => ${DAYS})`;
  const common = { tokenId: token!.id, detail: null };
  const millis = (least: number) => least + Math.floor(dice() * least * 2);

  const rows: Rows = done.map(({ at, event, target, label }) => {
    const isNew = event === "user_created";
    const id = target.split(":")[1];
    const inGroup = event.startsWith("role_");
    return {
      ...common,
      at: new Date(at),
      method: isNew ? "POST" : "PATCH",
      outcome: "succeeded",
      path: inGroup ? `/Groups/${tenant.governedRoleId}` : isNew ? "/Users" : `/Users/${id}`,
      ...(inGroup ? { about: "Staff", target: `role:${tenant.governedRoleId}` } : { about: label, target }),
      status: isNew ? 201 : inGroup ? 204 : 200,
      durationMs: millis(14),
    };
  });
  const startOfReads = ago(DAYS * DAY);
  for (let at = +startOfReads + dice() * HOUR; at < Date.now(); at += POLLED_EVERY * HOUR)
    rows.push({
      ...common,
      at: new Date(at),
      method: "GET",
      outcome: "succeeded",
      status: 200,
      durationMs: millis(22),
      path: "/Users?startIndex=1&count=100",
    });
  for (let count = 0; count < 5; count++)
    rows.push({
      ...common,
      at: ago(dice() * DAYS * DAY),
      method: "POST",
      path: "/Users",
      outcome: "refused",
      status: 409,
      about: pick(dice, done)?.label ?? null,
      detail: provisioningRefusals.user_name_in_use().reason,
      durationMs: millis(9),
    });
  // The log is ordered by its rows.
  rows.sort((one, other) => +one.at - +other.at);
  await stores.tenant(tenantId).write(async (tx) => {
    await tx.provisioningLog.insertAll(rows);
    // The provider has an id of its own for the group.
    await tx.roles.update(tenant.governedRoleId, { externalId: "grp-staff" });
    await tx.scimTokens.updateWhere(eq(scimTokens.id, token!.id), { lastUsedAt: rows.at(-1)!.at });
  });
}
