import { afterAll, beforeAll } from "vitest";
import type { Database } from "@/server/store/database";
import { PATCH, scimWorld, type Resource, type ScimWorld } from "./scim";

/** Request of a provider: method, path and body. */
export type ScimRequest = readonly [method: string, path: string, body?: object];

/** Returns an operation of a PATCH that adds a value. */
export const add = (path: string, value: unknown) => ({ op: "add", path, value });

/** Creates a SCIM provider with one user, for the tests of one `describe`. Only tests and hooks can use them. */
export function hostileProvider(kind: Database["kind"]) {
  let world: ScimWorld;
  let person: Resource;
  beforeAll(async () => {
    world = await scimWorld(kind);
    person = await world.create();
  }, 120_000);
  afterAll(() => world.close());
  const patchOf = (path: string, operations: object[]): ScimRequest => [
    "PATCH",
    path,
    { schemas: [PATCH], Operations: operations },
  ];
  return {
    world: () => world,
    /** Returns the id of the user. */
    personId: () => person.id,
    patch: (...operations: object[]) => patchOf(`/Users/${person.id}`, operations),
    patchGroup: (...operations: object[]) => patchOf(`/Groups/${world.groupId}`, operations),
    search: (body: object): ScimRequest => ["POST", "/Users/.search", body],
  };
}
