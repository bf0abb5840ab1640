import { onlineManager } from "@tanstack/react-query";
import { TRPCError } from "@trpc/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createQueryClient } from "./query-client";

/** Runs a query that always fails with this error. Returns the number of attempts. */
async function tries(error: Error) {
  const queryFn = vi.fn(() => Promise.reject(error));
  const done = createQueryClient().prefetchQuery({ queryKey: ["one"], queryFn });
  await vi.runAllTimersAsync();
  await done;
  return queryFn.mock.calls.length;
}

const refusal = (httpStatus: number) => Object.assign(new Error("refused"), { data: { httpStatus } });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("does not retry on the server, where a page waits and errors have no status", async () => {
  expect(await tries(new TRPCError({ code: "NOT_FOUND" }))).toBe(1);
  expect(await tries(new Error("the database is away"))).toBe(1);
});

it("retries in the browser after an error, but not after a refusal", async () => {
  vi.stubGlobal("window", {});
  expect(await tries(refusal(404))).toBe(1);
  expect(await tries(refusal(401))).toBe(1);
  expect(await tries(refusal(503))).toBe(3);
  expect(await tries(new Error("Failed to fetch"))).toBe(3);
  expect(await tries(Object.assign(new Error("late"), { cause: { name: "TimeoutError" } }))).toBe(1);
});

it("fails at once while the browser is offline, instead of waiting without an end", async () => {
  vi.stubGlobal("window", {});
  onlineManager.setOnline(false);
  try {
    expect(await tries(refusal(404))).toBe(1);
  } finally {
    onlineManager.setOnline(true);
  }
});
