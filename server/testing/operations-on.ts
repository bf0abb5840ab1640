import { afterAll, beforeAll, expect } from "vitest";
import type { Actor } from "@/server/kernel/operation/actor";
import type { AnyObject, Operation } from "@/server/kernel/operation/operation";
import type { Database } from "@/server/store/database";
import { testOperations, type TestOperations } from "./operations";

/**
 * Creates operations for the tests of one `describe`. Opens their database before the first test and closes
 * it after the last, so that only tests and hooks can use it.
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
    /** Returns a new, empty tenant. */
    another: () => ++tenant,
    /** Runs an operation and expects its refusal. Returns the expectation. */
    refused: (by: Actor | number, operation: Operation<AnyObject>, input: unknown) =>
      expect(opened.run(by, operation, input)).rejects,
  };
}
