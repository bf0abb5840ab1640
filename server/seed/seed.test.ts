import { afterAll, describe, expect, it } from "vitest";
import { platformCapabilityNames, tenantCapabilityNames } from "@/server/kernel/capabilities";
import { hashSecret } from "@/server/kernel/http/client-id";
import { checkSeed, passwords, unseeded } from "@/server/testing/seeding";
import { databaseKinds, type TestDatabase } from "@/server/testing/stores";
import { applySeed } from "./apply";

describe.each(databaseKinds)("the seeds on %s", (kind) => {
  const open: TestDatabase[] = [];
  const empty = async () => {
    const made = await unseeded(kind);
    open.push(made.database);
    return made;
  };
  afterAll(async () => void (await Promise.all(open.map((database) => database.close()))));

  it("create the values that a conformance harness needs", async () => {
    const { deps, ask } = await empty();
    const seed = (await applySeed("conformance", deps))!;
    await checkSeed(seed, ask);
    const acme = seed.tenants[0]!.tenantId;
    const fixtures = seed.fixtures as {
      capabilityCredentials: Record<string, { clientId: string; clientSecret: string }>;
      platformCapabilityCredentials: Record<string, { clientId: string; clientSecret: string }>;
      plainUser: { userId: number; email: string; password: string };
      userWithSessions: number;
      secondUserWithSessions: number;
      expiredAccessToken: string;
      revokedCredential: { clientId: string; clientSecret: string; accessToken: string };
      serviceAccountWithApps: { userId: number; appIds: number[] };
    };
    for (const [table, credentials, names] of [
      ["credentials", fixtures.capabilityCredentials, tenantCapabilityNames],
      ["platform_credentials", fixtures.platformCapabilityCredentials, platformCapabilityNames],
    ] as const) {
      expect(Object.keys(credentials)).toEqual(names);
      for (const [name, { clientId, clientSecret }] of Object.entries(credentials)) {
        expect(
          await ask(
            `select capabilities::text as held from ${table} where client_id = $1 and secret_hash = $2 and revoked_at is null`,
            clientId,
            hashSecret(clientSecret),
          ),
        ).toEqual([{ held: JSON.stringify([name]) }]);
      }
    }
    const [plain] = await ask(
      `select password_hash as hash from users where tenant_id = $1 and id = $2 and email = $3`,
      acme,
      fixtures.plainUser.userId,
      fixtures.plainUser.email,
    );
    expect(await passwords.verify(String(plain!["hash"]), fixtures.plainUser.password)).toBe(true);
    const sessionsOf = (userId: number) =>
      ask(
        `select is_trusted as trusted, country from sessions
         where tenant_id = $1 and user_id = $2 and revoked_at is null and expires_at > now()`,
        acme,
        userId,
      );
    const sessions = await sessionsOf(fixtures.userWithSessions);
    expect(sessions.length).toBeGreaterThanOrEqual(3);
    expect(sessions.filter(({ trusted }) => trusted)).toHaveLength(1);
    expect(new Set(sessions.map(({ country }) => country)).size).toBeGreaterThanOrEqual(2);
    expect(await sessionsOf(fixtures.secondUserWithSessions)).toHaveLength(2);

    const [revoked] = await ask(
      `select revoked_at is not null as revoked from credentials where client_id = $1 and secret_hash = $2`,
      fixtures.revokedCredential.clientId,
      hashSecret(fixtures.revokedCredential.clientSecret),
    );
    expect(revoked).toEqual({ revoked: true });
    const end = (token: string) => Date.parse(token.split(" until ")[1]!);
    expect(end(fixtures.revokedCredential.accessToken)).toBeGreaterThan(Date.now());
    expect(end(fixtures.expiredAccessToken)).toBeLessThan(Date.now());
    const { userId, appIds } = fixtures.serviceAccountWithApps;
    expect(appIds).toHaveLength(2);
    expect(
      (
        await ask(
          `select id::int from apps where tenant_id = $1 and service_account_id = $2 order by id`,
          acme,
          userId,
        )
      ).map(({ id }) => id),
    ).toEqual(appIds);
    // A second start finds the data, and does not seed again.
    expect(await applySeed("conformance", deps)).toBeNull();
  });

  it("do not change a database with data", async () => {
    const { database, deps } = await empty();
    await database.sql`insert into platform_administrators (email, name, password_hash) values ('a@x.example', 'A', 'x')`;
    expect(await applySeed("demo", deps)).toBeNull();
    expect(await database.sql`select 1 from tenants`).toHaveLength(0);
  });

  it("keep incomplete data if the configuration requests no seed any more", async () => {
    const { deps, ask } = await empty();
    const failing = { ...deps, issueManagementToken: () => Promise.reject(new Error("cut short")) };
    await expect(applySeed("conformance", failing)).rejects.toThrow("cut short");
    expect(await applySeed("none", deps)).toBeNull();
    expect(await applySeed("conformance", deps)).toBeNull();
    expect(await ask(`select slug from tenants order by id`)).not.toEqual([]);
  });
});
