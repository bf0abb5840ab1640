import { afterAll, beforeAll, expect } from "vitest";
import type { Actor } from "@/server/kernel/actor";
import type { AnyObject, Operation } from "@/server/kernel/operation";
import type { Database } from "@/server/store/database";
import { testOperations, type TestOperations } from "./operations";

/**
 * Operations for the tests of one `describe`: their database is opened before the first and closed after the last, so that
 * only tests and hooks can use it.
 */
export function operationsOn(kind: Database["kind"]) {
  let opened: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (opened = await testOperations(kind)));
  afterAll(() => opened.close());
  const test: Omit<TestOperations, "close"> = {
    get database() {
      return opened.database;
    },
    get stores() {
      return opened.stores;
    },
    get ports() {
      return opened.ports;
    },
    get clock() {
      return opened.clock;
    },
    run: (by, operation, input, options) => opened.run(by, operation, input, options),
    write: (tenantId, work) => opened.write(tenantId, work),
    events: (tenantId) => opened.events(tenantId),
  };
  return {
    test,
    /** A tenant in which nothing has happened yet. */
    another: () => ++tenant,
    /** What an operation that must be refused is refused with. */
    refused: (by: Actor | number, operation: Operation<AnyObject>, input: unknown) =>
      expect(opened.run(by, operation, input)).rejects,
  };
}
