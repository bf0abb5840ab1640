import { afterAll, beforeAll } from "vitest";
import type { Authentication } from "@/server/auth/authentication";
import type { Database } from "@/server/store/database";
import { authenticationWorld, type AuthenticationWorld, type TestCredential } from "./authentication";

/** Request of every token check in these tests. */
export const requestFacts = { ip: "192.0.2.1", requestId: "r1" };

/** Refusal of an invalid access token. */
export const invalidToken = { status: 401, error: "invalid_token" };

interface AccessTokens {
  world: AuthenticationWorld;
  /** Two instances of the server on one database. */
  auth: Authentication;
  other: Authentication;
  tenantId: number;
  credential: TestCredential;
}

/**
 * Creates a tenant with a credential and two instances, for the tests of one `describe`. Only tests and hooks can use
 * them.
 */
export function accessTokenScene(kind: Database["kind"]) {
  let opened: AccessTokens;
  beforeAll(async () => {
    const world = await authenticationWorld(kind);
    const [auth, other] = [await world.instance(), await world.instance()];
    const { tenantId } = await world.tenant();
    opened = { world, auth, other, tenantId, credential: await world.credential(tenantId) };
  });
  afterAll(() => opened.world.close());
  return {
    /** Returns the scene of the test that runs. */
    at: () => opened,
    /** Checks an access token, at the first instance by default. */
    bearer: (token: string, instance = opened.auth) => instance.bearer(`Bearer ${token}`, requestFacts),
  };
}
