import type { TenantActor } from "@/server/kernel/operation/actor";
import type { ReadTx } from "@/server/kernel/operation/store";
import { refuseUnlessRecent, self } from "../users/self";
import { refuseReadOnlyProfile } from "./profile";

/**
 * Throws (403) if the user may not change their own e-mail address or phone number. The sign-in must be recent, because
 * messages to a new address or number can open the account. The policies of the user's tags must allow the change.
 */
export async function refuseContactChange(
  tx: Pick<ReadTx, "select" | "sessions">,
  actor: TenantActor,
  now: Date,
) {
  await refuseUnlessRecent(tx, actor, now);
  await refuseReadOnlyProfile(tx, self(actor).userId);
}
