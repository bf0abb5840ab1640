import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refuseUnlessRecent, self } from "../users/self";
import { refuseReadOnlyProfile } from "./profile";

/**
 * Throws 403 unless the user may change their own address or number: after a recent sign-in, because a contact can open
 * the account, and only if the policies of their tags allow it.
 */
export async function refuseContactChange(
  tx: Pick<ReadTx, "select" | "sessions">,
  actor: TenantActor,
  now: Date,
) {
  await refuseUnlessRecent(tx, actor, now);
  await refuseReadOnlyProfile(tx, self(actor).userId);
}
