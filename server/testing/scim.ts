import { expect } from "vitest";
import type { Database } from "@/server/store/database";
import { startTestServer, type Answer, type TestServer } from "./server";

export const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
export const ENTERPRISE = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";
export const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
export const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

export type Resource = Record<string, unknown> & { id: string; userName: string; active: boolean };
export interface List {
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: Resource[];
}

/** A SCIM client of the first seeded organization. */
export interface ScimWorld {
  server: TestServer;
  /** Path of the interface. */
  base: string;
  /** The seeded group. */
  groupId: string;
  send<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<T>>;
  /** Creates a user with a new address. */
  create(more?: object): Promise<Resource>;
  patch(id: string, ...Operations: object[]): Promise<Answer<Resource>>;
  /** Returns the users that a filter finds. */
  find(filter: string): Promise<List>;
  /** Returns the ids of the seeded group's members, in order. */
  members(): Promise<string[]>;
  close(): Promise<void>;
}

/** Starts a newly seeded server with a SCIM client. */
export async function scimWorld(
  kind: Database["kind"],
  options: Parameters<typeof startTestServer>[1] = {},
): Promise<ScimWorld> {
  const server = await startTestServer(kind, options);
  const [tenant] = server.seed.tenants;
  const base = `/scim/v2/${tenant.slug}`;
  const send: ScimWorld["send"] = (method, path, body, headers = {}) =>
    server.call(tenant.scimToken, method, base + path, body, {
      ...(body !== undefined && { "content-type": "application/scim+json" }),
      ...headers,
    });
  let numbered = 0;
  return {
    server,
    base,
    groupId: String(tenant.governedRoleId),
    send,
    create: async (more = {}) => {
      const userName = `Person${(numbered += 1)}@Scim.example`;
      const answer = await send<Resource>("POST", "/Users", {
        schemas: [USER],
        userName,
        name: { givenName: "Given", familyName: "Family" },
        emails: [{ value: userName, type: "work", primary: true }],
        active: true,
        ...more,
      });
      expect(answer.status, JSON.stringify(answer.body)).toBe(201);
      return answer.body;
    },
    patch: (id, ...Operations) => send("PATCH", `/Users/${id}`, { schemas: [PATCH], Operations }),
    find: async (filter) => (await send<List>("GET", `/Users?filter=${encodeURIComponent(filter)}`)).body,
    members: async () => {
      const { body } = await send<{ members: { value: string }[] }>(
        "GET",
        `/Groups/${tenant.governedRoleId}`,
      );
      return body.members.map(({ value }) => value).sort();
    },
    close: () => server.close(),
  };
}
