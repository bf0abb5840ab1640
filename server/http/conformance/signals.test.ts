import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseKinds } from "@/server/testing/stores";
import {
  anId,
  conformance,
  refused,
  timestamp,
  type Call,
  type Conformance,
} from "@/server/testing/conformance";

describe.each(databaseKinds)("risk, alerts and requests, by the document, on %s", (kind) => {
  let at: Conformance;
  beforeAll(async () => void (at = await conformance(kind)), 120_000);
  afterAll(() => at.server.close());
  const read = (): Call => at.as("ReadRiskSignals");
  const manage = (): Call => at.as("ManageRiskSignals");

  it("returns a user's risk, null before the first scored sign-in", async () => {
    expect(await read()("GET", `/users/${at.fixtures.userWithRisk}/risk`)).toMatchObject({
      status: 200,
      body: {
        userId: at.fixtures.userWithRisk,
        score: expect.any(Number) as number,
        tier: expect.stringMatching(/^(low|medium|high|critical)$/) as string,
        locked: false,
      },
    });
    const { userId } = at.fixtures.plainUser;
    expect((await read()("GET", `/users/${userId}/risk`)).body).toEqual({
      userId,
      score: null,
      tier: null,
      locked: false,
    });
    expect(await read()("GET", "/users/999999/risk")).toMatchObject(refused(404));
  });

  it("summarizes risky sign-ins", async () => {
    const { body } = await read()<Record<string, unknown>>("GET", "/risk-events");
    expect(Object.keys(body).sort()).toEqual([
      "byDay",
      "byTier",
      "days",
      "recent",
      "topUsers",
      "totalEvents",
    ]);
    expect(body).toMatchObject({ days: 7, totalEvents: anId });
    expect((body["byDay"] as object[])[0]).toMatchObject({
      date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      low: anId,
      medium: anId,
      high: anId,
      critical: anId,
    });
    expect((await read()("GET", "/risk-events?days=90")).body).toMatchObject({ days: 90 });
    for (const days of ["0", "91", "x", "1.5"])
      expect(await read()("GET", `/risk-events?days=${days}`)).toMatchObject(refused(400, /days/));
  });

  it("returns the health of credentials and of sessions", async () => {
    const health = (await read()<Record<string, unknown>>("GET", "/credential-health")).body;
    expect(Object.values(health).every((value) => typeof value === "number")).toBe(true);
    const sessions = (await read()("GET", "/session-intelligence")).body;
    expect(sessions).toMatchObject({
      activeSessions: anId,
      usersWithConcurrentSessions: expect.any(Array) as unknown[],
      usersInSeveralCountries: expect.any(Array) as unknown[],
    });
    const abroad = sessions["usersInSeveralCountries"] as { userId: number }[];
    expect(abroad.map(({ userId }) => userId)).toContain(at.fixtures.userWithSessions);
  });

  it("lists alerts newest first, and acknowledges each once", async () => {
    const { body: alerts } = await read()<{ alertId: number; acknowledgedAt: string | null }[]>(
      "GET",
      "/security-alerts",
    );
    expect(
      alerts.map(({ alertId }) => alertId).filter((id) => at.fixtures.securityAlertIds.includes(id)),
    ).toEqual(at.fixtures.securityAlertIds);
    expect(alerts[0]).toEqual({
      alertId: anId,
      alertType: expect.any(String) as string,
      severity: expect.any(String) as string,
      summary: expect.any(String) as string,
      affectedUserCount: anId,
      detectedAt: timestamp,
      acknowledgedAt: null,
    });
    const [id] = at.fixtures.securityAlertIds;
    expect((await manage()("POST", `/security-alerts/${id!}/acknowledge`)).status).toBe(200);
    expect(await manage()("POST", `/security-alerts/${id!}/acknowledge`)).toMatchObject(refused(404));
    expect(await manage()("POST", "/security-alerts/999999/acknowledge")).toMatchObject(refused(404));
    const after = (
      await read()<{ alertId: number; acknowledgedAt: string | null }[]>("GET", "/security-alerts?limit=200")
    ).body;
    expect(after.find(({ alertId }) => alertId === id)!.acknowledgedAt).toEqual(timestamp);
    expect((await read()<object[]>("GET", "/security-alerts?limit=1")).body).toHaveLength(1);
    for (const limit of ["0", "201"])
      expect(await read()("GET", `/security-alerts?limit=${limit}`)).toMatchObject(refused(400, /limit/));
  });

  it("lists trusted devices, and removes trust from one", async () => {
    const sessionId = at.fixtures.trustedDeviceSessionId;
    const { body } = await read()<{ sessionId: number }[]>("GET", "/device-trust");
    expect(body.find((device) => device.sessionId === sessionId)).toEqual({
      sessionId,
      userId: anId,
      email: expect.any(String) as string,
      label: expect.any(String) as string,
      ip: expect.any(String) as string,
      place: expect.any(String) as string,
      trustedAt: timestamp,
      expiresAt: timestamp,
    });
    expect((await manage()("DELETE", `/device-trust/${sessionId}`)).status).toBe(200);
    const after = (await read()<{ sessionId: number }[]>("GET", "/device-trust")).body;
    expect(after.map((device) => device.sessionId)).not.toContain(sessionId);
    expect(await manage()("DELETE", "/device-trust/999999")).toMatchObject(refused(404));
  });

  it("decides on MFA reset requests once", async () => {
    const resets = at.as("ManageMfaResets");
    const [approved, denied] = at.fixtures.mfaResetRequestIds;
    const { body: list } = await resets<{ requestId: number }[]>("GET", "/mfa-resets");
    expect(list.find(({ requestId }) => requestId === approved)).toEqual({
      requestId: approved,
      userId: anId,
      userName: expect.any(String) as string,
      email: expect.any(String) as string,
      status: "pending",
      requestedAt: timestamp,
      expiresAt: timestamp,
      riskTier: "medium",
    });
    expect(await resets("POST", `/mfa-resets/${approved!}/approve`, { note: "Called back" })).toMatchObject({
      status: 200,
      body: { requestId: approved, userId: anId, status: "approved" },
    });
    expect(await resets("POST", `/mfa-resets/${denied!}/deny`)).toMatchObject({
      status: 200,
      body: { requestId: denied, userId: anId, status: "denied" },
    });
    for (const step of ["approve", "deny"]) {
      expect(await resets("POST", `/mfa-resets/${approved!}/${step}`)).toMatchObject(refused(400));
      expect(await resets("POST", `/mfa-resets/999999/${step}`)).toMatchObject(refused(404));
    }
  });
});
