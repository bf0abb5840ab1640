import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { credentialFor, requestsOfEachEndpoint } from "@/server/testing/requests";
import { startTestServer } from "@/server/testing/server";
import { endpointGroups } from "./endpoints";
import recorded from "./examples.json";

/*
 * The examples of the OpenAPI document are real answers. `npm run openapi:examples` sends one request to each
 * endpoint of a newly seeded server and stores the answers, with the capability that the endpoint requires.
 */

interface Example {
  /** Written down, because matrix.test.ts reads the operation: a wrong capability of an endpoint changes this file. */
  capability?: string | null;
  request?: unknown;
  answer?: unknown;
}

const endpoints = endpointGroups.flatMap((group) => group.endpoints);
const examples: Record<string, Example> = recorded;

/** Replaces values that differ between runs, and secrets. */
function settled(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(settled);
  if (value !== null && typeof value === "object")
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, settled(each)]));
  if (typeof value !== "string") return value;
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return "2026-03-14T09:26:53.000Z";
  if (/^(t\d+|platform)_/.test(value)) return value.replace(/_.*/, "_exampleClientId");
  return value
    .replace(/[A-Za-z0-9_+/=-]{32,}/g, "example-of-a-random-value")
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "0c9f6a52-7f1e-4c7e-9d1c-1f2a3b4c5d6e");
}

async function record() {
  const server = await startTestServer();
  try {
    const requests = await requestsOfEachEndpoint(server);
    const found: Record<string, Example> = {};
    for (const [name, [method, below, body]] of Object.entries(requests)) {
      const answer = await server.call(credentialFor(server, below), method, `/api/v1${below}`, body);
      if (answer.status >= 400) throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
      const { operation, download } = endpoints.find((endpoint) => endpoint.operation.name === name)!;
      found[name] = {
        capability: operation.capability,
        ...(body !== undefined && { request: typeof body === "string" ? JSON.parse(body) : body }),
        ...(!download && answer.status !== 204 && { answer: settled(answer.body) }),
      };
    }
    return found;
  } finally {
    await server.close();
  }
}

describe.runIf(process.env["RECORD_EXAMPLES"])("the examples", () => {
  it("are recorded", { timeout: 120_000 }, async () => {
    const file = path.join(import.meta.dirname, "examples.json");
    writeFileSync(file, `${JSON.stringify(await record(), null, 2)}\n`);
  });
});

describe.skipIf(process.env["RECORD_EXAMPLES"])("the examples", () => {
  it.each(endpoints.map((endpoint) => [endpoint.operation.name, endpoint] as const))(
    "contain a valid example for %s",
    (name, endpoint) => {
      const example = examples[name];
      expect(example, "run npm run openapi:examples").toBeDefined();
      expect(endpoint.operation.capability).toBe(example!.capability);
      if (endpoint.download || endpoint.status === 204) return;
      const { success, error } = endpoint.operation.output.safeParse(example!.answer);
      expect(success, error?.message).toBe(true);
    },
  );

  it("belong to existing endpoints", () => {
    const names = new Set(endpoints.map(({ operation }) => operation.name));
    expect(Object.keys(examples).filter((name) => !names.has(name))).toEqual([]);
  });
});
