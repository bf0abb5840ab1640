import { expect } from "vitest";
import type { TenantCapability } from "@/server/kernel/capabilities";
import { startTestServer, type Answer, type TestServer } from "./server";
import type { Database } from "@/server/store/database";

/*
 * Helpers of the conformance suites: a seeded server, and calls with a credential that has only the
 * documented capability. The suites follow shared/spec row by row, not the code.
 */

export interface Conformance {
  server: TestServer;
  fixtures: TestServer["seed"]["fixtures"];
  acme: TestServer["seed"]["tenants"][0];
  globex: TestServer["seed"]["tenants"][1];
  /** Returns a function for calls with the documented capability. */
  as(capability: TenantCapability): Call;
}

export type Call = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
) => Promise<Answer<T>>;

export async function conformance(
  kind: Database["kind"],
  options?: Parameters<typeof startTestServer>[1],
): Promise<Conformance> {
  const server = await startTestServer(kind, options);
  const [acme, globex] = server.seed.tenants;
  const { fixtures } = server.seed;
  return {
    server,
    fixtures,
    acme,
    globex,
    as:
      (capability) =>
      <T>(method: string, path: string, body?: unknown) =>
        server.call<T>(fixtures.capabilityCredentials[capability]!, method, `/api/v1${path}`, body),
  };
}

/** An error in the documented form (§7): both fields are texts, and the description has words. */
export const refused = (status: number, naming?: string | RegExp) => ({
  status,
  body: {
    error: { 400: "invalid_request", 403: "insufficient_scope", 404: "not_found" }[status] as string,
    error_description:
      naming === undefined
        ? (expect.stringMatching(/\w+/) as string)
        : (expect.stringMatching(naming) as string),
  },
});

export const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/) as string;
export const anId = expect.any(Number) as number;
