import { decideActAsRequest } from "@/server/domain/act-as/for-me";
import { requestActAs } from "@/server/domain/act-as/requests";
import { requestConnectorApproval } from "@/server/domain/connectors/requests";
import { requestMfaReset } from "@/server/domain/mfa-resets/request";
import type { DemoPerson } from "./demo";
import type { DemoApps } from "./demo-apps";
import type { Attempt } from "./demo-attempts";
import type { HeldFactors } from "./demo-factors";
import { ago, asAdministrator, asOwner, asThemselves, DAY, HOUR, type Scene } from "./demo-scene";

/**
 * Adds pending requests: requests of people who lost their second factor, an approval that the administrator
 * may not give, and requests to act as users. The owner can begin to act as one user.
 */
export async function addRequests(
  { deps, tenant, administrators, past }: Scene,
  { apps }: DemoApps,
  factors: HeldFactors,
  /** The last successful attempt of each person who can sign in. */
  lastSeen: ReadonlyMap<DemoPerson, Attempt>,
) {
  const { tenantId } = tenant;
  const [owner, first, second] = administrators as [DemoPerson, DemoPerson, DemoPerson];
  const ordinary = [...lastSeen]
    .sort(([, one], [, other]) => +other.at - +one.at)
    .filter(([person]) => !administrators.includes(person));
  // People who lost a factor have not signed in since.
  const locked = ordinary
    .filter(([{ id }, { at }]) => factors.has(id) && at < ago(DAY))
    .map(([person]) => person);
  const reasons = [
    "My phone fell into the Spree, and the app with it.",
    "New telephone; the old one is wiped already.",
  ];
  for (const [index, reason] of reasons.entries())
    await past(ago((4 + 19 * index) * HOUR), asThemselves(tenantId, locked[index]!), requestMfaReset, {
      reason,
    });

  const wiki = apps.find(({ name }) => name === "Wiki")!.appId;
  const approvalRequest = {
    appId: wiki,
    name: "EmailOtp",
    reason: "Readers from the warehouse have no password at hand.",
  };
  await past(ago(26 * HOUR), asAdministrator(tenantId, first), requestConnectorApproval, approvalRequest);

  const [hesitant, willing] = ordinary.map(([person]) => person) as [DemoPerson, DemoPerson];
  await past(ago(2 * HOUR), asAdministrator(tenantId, second), requestActAs, {
    userId: hesitant.id,
    appId: null,
    minutes: 15,
    reason: "You said that your profile does not save: I want to see what you see.",
  });
  const { requestId } = await past(ago(3 * HOUR), asOwner(tenantId, owner), requestActAs, {
    userId: willing.id,
    appId: null,
    minutes: 30,
    reason: "We look at your connected apps together, as we said on the telephone.",
  });
  // The answer needs a live session. The session is removed afterwards, because no sign-in of the demo began
  // it.
  const store = deps.stores.tenant(tenantId);
  const live = { userId: willing.id, createdAt: ago(2 * HOUR), expiresAt: ago(0) };
  const { id: sessionId } = await store.write((tx) => tx.sessions.insert(live));
  const actor = asThemselves(tenantId, willing, sessionId);
  await past(ago(HOUR), actor, decideActAsRequest, { requestId, approve: true });
  await store.write((tx) => tx.sessions.remove(sessionId));
}
