import { acknowledgeAlert } from "@/server/domain/risk/alerts";
import { recordSignIn, steppedUp } from "@/server/domain/risk/record-sign-in";
import { assess } from "@/server/domain/sign-in/assess";
import { beginSession, recordOf } from "@/server/domain/sign-in/begin-session";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { DemoApps } from "./demo-apps";
import { ago, DAY, type DemoPerson, HOUR, MINUTE, type Scene, workingTime } from "./demo-scene";
import { type Factors, type LastSeen, newDesk, type Spot } from "./demo-sign-ins";
import { recordInAudit } from "./demo-traces";

const hanoi: Spot = { ip: "203.0.113.66", country: "VN", place: "Hanoi, Vietnam" };
const dallas: Spot = { ip: "203.0.113.91", country: "US", place: "Dallas, United States" };
const saoPaulo: Spot = { ip: "203.0.113.190", country: "BR", place: "São Paulo, Brazil" };

/** Identifiers in a list that attackers try. */
const guessed =
  "info admin support billing hello office jobs press sales contact root webmaster hr it finance legal team news shop service help marketing dev test".split(
    " ",
  );

/**
 * Adds attacks, and sign-ins that the organization's rules refused. Each is recorded by the code of real sign-ins, so
 * that the alerts are real too. The oldest alert is acknowledged.
 */
export async function addIncidents(scene: Scene, { tagged }: DemoApps, factors: Factors, lastSeen: LastSeen) {
  const { dice, tenant, owner, past } = scene;
  const seenBefore = (at: Date) => [...lastSeen].filter(([, last]) => last.at < at).map(([each]) => each);
  const store = past.stores.tenant(tenant.tenantId);
  const failed = { outcome: "failed", method: "password" } as const;

  const triedAt = ago(9 * DAY);
  const userAgent = "python-requests/2.32.5";
  await store.write(async (tx) => {
    for (const [index, name] of guessed.entries()) {
      const identifier = `${name}@acme.example`;
      const at = new Date(+triedAt + index * 9_000);
      await recordSignIn(tx, { ...failed, at, userId: null, identifier, ...dallas, userAgent });
    }
  });
  const [stuffing] = await store.write((tx) => tx.securityAlerts.list());
  await past.run(new Date(+triedAt + 3 * HOUR), owner, acknowledgeAlert, { alertId: stuffing!.id });

  // One address tries a password on several people.
  const desk = newDesk(dice, ago(2 * DAY));
  const sprayed = seenBefore(ago(HOUR))
    .slice(20, 34)
    .map((person, index) => {
      const at = ago(2 * DAY + 5 * HOUR - index * 24_000);
      return { ...failed, person, at, ...hanoi, userAgent: desk.userAgent };
    });
  await store.write(async (tx) => {
    for (const { person, ...row } of sprayed) await recordSignIn(tx, { ...row, userId: person.id });
  });
  await recordInAudit(scene, sprayed);

  // An attacker has a person's password and fails at the second factor.
  const tired = seenBefore(ago(2 * DAY)).find((each) => factors.get(each)!.second.has("totp"))!;
  await store.write(async (tx) => {
    const user = (await tx.users.get(tired.id))!;
    for (let minute = -2; minute < 6; minute++) {
      const at = ago(30 * HOUR - minute * MINUTE);
      const seen = { ...seenOf(user, at, hanoi), userAgent: null };
      if (minute < 0) await recordSignIn(tx, { ...failed, at, userId: user.id, ...hanoi });
      else await recordSignIn(tx, { ...recordOf(seen, await assess(tx, seen)), ...steppedUp });
    }
  });

  const seenContractors = (at: Date) => seenBefore(at).filter((each) => tagged.contractor.includes(each));
  const fromAfar = seenContractors(ago(HOUR)).reduce((one, other) =>
    lastSeen.get(other)!.at > lastSeen.get(one)!.at ? other : one,
  );
  // Too soon after the sign-in at home for a possible journey.
  await refused(scene, fromAfar, new Date(+lastSeen.get(fromAfar)!.at + 50 * MINUTE), saoPaulo);
  for (const person of seenContractors(ago(4 * DAY)).slice(0, 2))
    await refused(scene, person, workingTime(dice, ago(4 * DAY)), lastSeen.get(person)!.spot);
}

/** Records a sign-in with valid factors from a new browser that the organization's rules refuse. */
async function refused(scene: Scene, person: DemoPerson, now: Date, spot: Spot) {
  const { past, dice, tenant } = scene;
  await past.stores.tenant(tenant.tenantId).write(async (tx) => {
    const user = (await tx.users.get(person.id))!;
    const seen = seenOf(user, now, spot);
    const { userAgent } = newDesk(dice, now);
    const attempt = { ...seen, user, userAgent, factors: ["password"], expiresAt: now };
    const { sessionId } = await beginSession(tx, attempt, await assess(tx, seen));
    if (sessionId !== null) throw new Error(`The demo's rules let ${person.email} in.`);
  });
  await recordInAudit(scene, [{ person, at: now, outcome: "refused", ip: spot.ip }]);
}

/** Returns the facts of a person's sign-in from a place, with an unknown browser. */
const seenOf = <U extends { id: number; createdAt: Date }>(
  user: U,
  now: Date,
  { ip, country, place }: Spot,
) => ({
  user,
  now,
  ip,
  appId: null,
  method: "password" as const,
  located: { country, place, region: null, anonymizer: null },
  tokenHash: hashSecret(newOpaqueToken()),
  passwordWeak: false,
  passwordCommon: false,
});
