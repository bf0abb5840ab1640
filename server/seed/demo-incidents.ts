import { acknowledgeAlert } from "@/server/domain/risk/alerts";
import { recordSignIn, steppedUp } from "@/server/domain/risk/record-sign-in";
import { assess } from "@/server/domain/sign-in/assess";
import { beginSession, recordOf } from "@/server/domain/sign-in/begin-session";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { DemoPerson } from "./demo";
import type { DemoApps } from "./demo-apps";
import type { Attempt } from "./demo-attempts";
import type { HeldFactors } from "./demo-factors";
import { newDesk, type Spot } from "./demo-habits";
import { ago, asOwner, DAY, HOUR, MINUTE, type Scene } from "./demo-scene";
import { recordInAudit } from "./demo-traces";
import { workingTime } from "./history";

const hanoi: Spot = { ip: "203.0.113.66", country: "VN", place: "Hanoi, Vietnam" };
const dallas: Spot = { ip: "203.0.113.91", country: "US", place: "Dallas, United States" };
const saoPaulo: Spot = { ip: "203.0.113.190", country: "BR", place: "São Paulo, Brazil" };

/** Returns the place of an attempt. */
const spotOf = ({ ip, country, place }: Attempt): Spot => ({
  ip: ip ?? "192.0.2.17",
  country: country ?? null,
  place: place ?? null,
});

/** Identifiers in a list that attackers try. */
const guessed =
  "info admin support billing hello office jobs press sales contact root webmaster hr it finance legal team news shop service help marketing dev test".split(
    " ",
  );

/**
 * Adds attacks, and sign-ins that the organization's rules refused. Each is recorded by the code of real sign-ins, so
 * that the alerts are real too. The oldest alert is acknowledged.
 */
export async function addIncidents(
  scene: Scene,
  { tagged }: DemoApps,
  factors: HeldFactors,
  /** The last successful attempt of each person. */
  lastSeen: ReadonlyMap<DemoPerson, Attempt>,
) {
  const { deps, dice, tenant, administrators, past } = scene;
  const seenBefore = (at: Date) => [...lastSeen].filter(([, last]) => last.at < at).map(([each]) => each);
  const store = deps.stores.tenant(tenant.tenantId);

  const triedAt = ago(9 * DAY);
  await store.write((tx) => strangers(tx, triedAt));
  const [stuffing] = await store.write((tx) => tx.securityAlerts.list());
  const owner = asOwner(tenant.tenantId, administrators[0]!);
  await past(new Date(+triedAt + 3 * HOUR), owner, acknowledgeAlert, { alertId: stuffing!.id });

  await spraying(scene, seenBefore(ago(HOUR)).slice(20, 34), ago(2 * DAY + 5 * HOUR));
  const tired = seenBefore(ago(2 * DAY)).find((each) => factors.get(each.id)?.has("totp"))!;
  await store.write((tx) => fatigue(tx, tired, ago(30 * HOUR)));

  const contractors = new Set(tagged.contractor);
  const seenContractors = (at: Date) => seenBefore(at).filter((each) => contractors.has(each));
  const fromAfar = seenContractors(ago(HOUR)).reduce((one, other) =>
    lastSeen.get(other)!.at > lastSeen.get(one)!.at ? other : one,
  );
  // Too soon after the sign-in at home for a possible journey.
  await refused(scene, fromAfar, new Date(+lastSeen.get(fromAfar)!.at + 50 * MINUTE), saoPaulo);
  for (const person of seenContractors(ago(4 * DAY)).slice(0, 2))
    await refused(scene, person, workingTime(dice, ago(4 * DAY)), spotOf(lastSeen.get(person)!));
}

/** Records that one address tries a list of unknown identifiers. */
async function strangers(tx: WriteTx, from: Date) {
  for (const [index, name] of guessed.entries())
    await recordSignIn(tx, {
      at: new Date(+from + index * 9_000),
      userId: null,
      identifier: `${name}@acme.example`,
      outcome: "failed",
      method: "password",
      ...dallas,
      userAgent: "python-requests/2.32.5",
    });
}

/** Records that one address tries a password on several people. */
async function spraying(scene: Scene, people: readonly DemoPerson[], from: Date) {
  const { deps, dice, tenant } = scene;
  const browser = newDesk(dice, from);
  const attempts = people.map((person, index) => ({
    person,
    browser,
    userId: person.id,
    at: new Date(+from + index * 24_000),
    outcome: "failed" as const,
    method: "password",
    ...hanoi,
    userAgent: browser.userAgent,
  }));
  await deps.stores.tenant(tenant.tenantId).write(async (tx) => {
    for (const { person: _person, browser: _browser, ...row } of attempts) await recordSignIn(tx, row);
  });
  await recordInAudit(scene, attempts);
}

const GUESSES = 2;
const PROMPTS = 6;

/** Records that an attacker has a person's password and fails at the second factor. */
async function fatigue(tx: WriteTx, { id }: DemoPerson, from: Date) {
  const user = (await tx.users.get(id))!;
  for (let index = 0; index < GUESSES; index++)
    await recordSignIn(tx, {
      at: new Date(+from - (GUESSES - index) * 20_000),
      userId: id,
      outcome: "failed",
      method: "password",
      ...hanoi,
    });
  for (let index = 0; index < PROMPTS; index++) {
    const now = new Date(+from + index * MINUTE);
    const seen = { ...seenOf(user, now, hanoi), userAgent: null };
    await recordSignIn(tx, {
      ...recordOf(seen, await assess(tx, seen)),
      ...steppedUp,
    });
  }
}

/** Records a sign-in with valid factors from a new browser that the organization's rules refuse. */
async function refused({ deps, dice, tenant }: Scene, person: DemoPerson, now: Date, spot: Spot) {
  const browser = newDesk(dice, now);
  await deps.stores.tenant(tenant.tenantId).write(async (tx) => {
    const user = (await tx.users.get(person.id))!;
    const seen = seenOf(user, now, spot);
    const attempt = { ...seen, user, userAgent: browser.userAgent, factors: ["password"], expiresAt: now };
    const { sessionId } = await beginSession(tx, attempt, await assess(tx, seen));
    if (sessionId !== null) throw new Error(`The demo's rules let ${person.email} in.`);
  });
  const { ip } = spot;
  await recordInAudit({ deps, tenant }, [{ person, browser, at: now, outcome: "refused", ip }]);
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
