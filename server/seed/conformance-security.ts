import { createUser } from "@/server/domain/users/users";
import { hashSecret, newOpaqueToken } from "@/server/kernel/http/client-id";
import type { WriteTx } from "@/server/kernel/operation/store";
import { recordSignIn } from "@/server/domain/risk/record-sign-in";
import type { SeedDependencies } from "./apply";
import { tenantSystem } from "./actors";
import type { SeededTenant } from "./seed-file";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const ahead = (milliseconds: number) => new Date(Date.now() + milliseconds);

/** Creates sessions, devices, sign-ins and requests of users. */
export async function securityFixtures({ execute, stores }: SeedDependencies, { tenantId }: SeededTenant) {
  const actor = tenantSystem(tenantId);
  const person = async (name: string, email: string) =>
    (await execute(actor, createUser, { name, email })).userId;
  const withDevices = await person("Dora Devices", "dora.devices@acme.example");
  const withRisk = await person("Rhea Risk", "rhea.risk@acme.example");
  const locked = [
    await person("Mia Factor", "mia.factor@acme.example"),
    await person("Milo Factor", "milo.factor@acme.example"),
    await person("Mona Factor", "mona.factor@acme.example"),
  ];
  return stores.tenant(tenantId).write(async (tx) => {
    await devices(tx, withDevices);
    await riskySignIns(tx, withRisk);
    const mfaResetRequestIds: number[] = [];
    for (const [index, userId] of locked.entries()) {
      const requestedAt = ago((index + 1) * HOUR);
      const request = { userId, requestedAt, expiresAt: ahead(3 * DAY), riskTier: "medium" as const };
      mfaResetRequestIds.push((await tx.mfaResetRequests.insert(request)).id);
    }
    return {
      userWithDevices: withDevices,
      userWithRisk: withRisk,
      mfaResetRequestIds,
      securityAlertIds: await alerts(tx),
      trustedDeviceSessionId: await trustedSession(tx, withRisk),
      acceptedInvitationId: await acceptedInvitation(tx, withDevices),
    };
  });
}

async function devices(tx: WriteTx, userId: number) {
  const states = ["registered", "pending", "pending", "denied"] as const;
  for (const [index, status] of states.entries()) {
    await tx.devices.insert({
      userId,
      tokenHash: hashSecret(newOpaqueToken()),
      label: ["Firefox on Linux", "Safari on iPhone", "Chrome on Windows", "Edge on Windows"][index]!,
      status,
      firstSeen: ago((10 - index) * DAY),
      lastUsed: status === "registered" ? ago(HOUR) : null,
      ip: `203.0.113.${index + 1}`,
      place: "Hamburg, Germany",
    });
  }
}

async function riskySignIns(tx: WriteTx, userId: number) {
  const attempts: {
    hours: number;
    ip: string;
    country: string;
    place: string;
    score: number;
    signals: Record<string, number>;
  }[] = [
    { hours: 72, ip: "192.0.2.10", country: "DE", place: "Hamburg, Germany", score: 5, signals: {} },
    {
      hours: 30,
      ip: "198.51.100.9",
      country: "FR",
      place: "Paris, France",
      score: 35,
      signals: { newCountry: 35 },
    },
    {
      hours: 2,
      ip: "203.0.113.77",
      country: "BR",
      place: "São Paulo, Brazil",
      score: 82,
      signals: { newDevice: 20, newCountry: 27, impossibleTravel: 35 },
    },
  ];
  for (const { hours, ...attempt } of attempts) {
    await recordSignIn(tx, {
      at: ago(hours * HOUR),
      userId,
      outcome: "succeeded",
      method: "password",
      ...attempt,
    });
  }
}

/** Creates unacknowledged alerts, newest first. */
async function alerts(tx: WriteTx) {
  const found = [
    {
      alertType: "password_spraying",
      severity: "high",
      summary: "One address tried 41 accounts in ten minutes.",
      affectedUserCount: 41,
    },
    {
      alertType: "impossible_travel",
      severity: "critical",
      summary: "One account signed in from Germany and Brazil within an hour.",
      affectedUserCount: 1,
    },
    {
      alertType: "new_administrator",
      severity: "low",
      summary: "Somebody became an administrator.",
      affectedUserCount: 1,
    },
  ] as const;
  const ids: number[] = [];
  for (const [index, alert] of [...found].reverse().entries()) {
    ids.unshift((await tx.securityAlerts.insert({ ...alert, detectedAt: ago((3 - index) * HOUR) })).id);
  }
  return ids;
}

async function trustedSession(tx: WriteTx, userId: number) {
  const session = await tx.sessions.insert({
    userId,
    ip: "192.0.2.10",
    country: "DE",
    place: "Hamburg, Germany",
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0",
    createdAt: ago(72 * HOUR),
    expiresAt: ahead(3 * DAY),
    isTrusted: true,
    trustedAt: ago(72 * HOUR),
    trustExpiresAt: ahead(27 * DAY),
  });
  return session.id;
}

async function acceptedInvitation(tx: WriteTx, userId: number) {
  const invitation = await tx.invitations.insert({
    email: "dora.devices@acme.example",
    tokenHash: hashSecret(newOpaqueToken()),
    createdAt: ago(12 * DAY),
    expiresAt: ago(5 * DAY),
    acceptedAt: ago(11 * DAY),
    acceptedUserId: userId,
  });
  return invitation.id;
}
