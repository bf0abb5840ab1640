import { expect } from "@playwright/test";
import type { Seed } from "./test";

/*
 * Events of the first organization's audit log. A test accepts only events that are newer than its start, and each of them once, so
 * that neither earlier tests nor work in the background change its result.
 */

export interface AuditEvent {
  id: number;
  action: string;
  target: string;
  targetLabel: string | null;
  userEmail: string | null;
}

interface Log {
  seed: Seed;
  token: string | null;
  /** The newest event at the start of the present test. */
  start: number;
  accepted: Set<number>;
}

const logs = new Map<string, Log>();

async function eventsOf(log: Log, action: string, limit: number): Promise<AuditEvent[]> {
  const { baseUrl, tenants } = log.seed;
  const query = new URLSearchParams({ limit: String(limit), ...(action && { action }) });
  const ask = () =>
    fetch(`${baseUrl}/api/v1/audit-events?${query.toString()}`, {
      headers: { authorization: `Bearer ${log.token}` },
    });
  let answer = log.token ? await ask() : null;
  if (!answer || answer.status === 401) {
    const { clientId, clientSecret } = tenants[0].credential;
    const issued = await fetch(`${baseUrl}/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    log.token = ((await issued.json()) as { access_token: string }).access_token;
    answer = await ask();
  }
  if (!answer.ok) throw new Error(`GET /api/v1/audit-events: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { events: AuditEvent[] }).events;
}

const logOf = (seed: Seed) => {
  const known = logs.get(seed.baseUrl);
  if (known) return known;
  const log: Log = { seed, token: null, start: 0, accepted: new Set() };
  logs.set(seed.baseUrl, log);
  return log;
};

/** Makes all present events of this server older than the test that starts now. */
export async function startEvents(seed: Seed) {
  const log = logOf(seed);
  log.start = (await eventsOf(log, "", 1))[0]?.id ?? 0;
}

/** The same for every server whose log a test has read. */
export async function startKnownEvents() {
  for (const { seed } of logs.values()) await startEvents(seed);
}

/**
 * Waits for an event of this test with this action of the console, and these values. The actor is the owner, unless `expected` names
 * another one.
 */
export async function expectEvent(seed: Seed, action: string, expected: Partial<AuditEvent> = {}) {
  const log = logOf(seed);
  const wanted = { userEmail: seed.tenants[0].owner.email, ...expected, action };
  let found: AuditEvent | undefined;
  await expect(async () => {
    const fresh = (await eventsOf(log, action, 20)).filter(
      (event) => event.action === action && event.id > log.start && !log.accepted.has(event.id),
    );
    const fits = (event: AuditEvent) =>
      Object.entries(wanted).every(([name, value]) => event[name as keyof AuditEvent] === value);
    // The oldest first: an action that is repeated is expected once for each time.
    found = fresh.reverse().find(fits);
    expect(found ?? fresh[0], `an event ${action} of this test`).toMatchObject(wanted);
  }).toPass({ timeout: 20_000, intervals: [50, 100, 250, 500, 1_000] });
  log.accepted.add(found!.id);
}

/** Returns the actions of this test, the newest first. */
export async function actionsOfTest(seed: Seed) {
  const log = logOf(seed);
  const events = await eventsOf(log, "", 50);
  return events.filter(({ id }) => id > log.start).map(({ action }) => action);
}
