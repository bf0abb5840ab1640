import { createTRPCClient, httpBatchLink } from "@trpc/client";
import { expect, it, vi } from "vitest";
import type { AppRouter } from "@/server/trpc/root";
import { connectionLink, fetchInTime } from "./trpc";

const link = connectionLink({
  offline: "No connection.",
  unreadable: "Not understood.",
  late: "Late.",
  lateChange: "Late change.",
});

/** Calls a procedure with this `fetch` and returns the error message. */
function messageOf(fetch: () => Promise<Response>) {
  const client = createTRPCClient<AppRouter>({ links: [link, httpBatchLink({ url: "http://x/", fetch })] });
  return client.users.profile.query({ userId: 1 }).then(
    () => null,
    (error: Error) => error.message,
  );
}

it("shows its own message for a failed connection, in every browser", async () => {
  for (const message of ["Failed to fetch", "Load failed", "NetworkError when attempting to fetch resource."])
    expect(await messageOf(() => Promise.reject(new TypeError(message)))).toBe("No connection.");
});

it("shows that a server does not answer, and that a change may have been made", async () => {
  const timeOut = () => Promise.reject(new DOMException("The operation timed out.", "TimeoutError"));
  expect(await messageOf(timeOut)).toBe("Late.");
  const client = createTRPCClient<AppRouter>({
    links: [link, httpBatchLink({ url: "http://x/", fetch: timeOut })],
  });
  await expect(client.users.suspend.mutate({ userId: 1 })).rejects.toThrow("Late change.");
});

it("ends a request without a response after a time limit, and keeps the caller's signal", async () => {
  vi.useFakeTimers();
  const signals: AbortSignal[] = [];
  vi.stubGlobal("fetch", (_input: unknown, { signal }: RequestInit) => {
    signals.push(signal!);
    return new Promise(() => {});
  });
  const caller = new AbortController();
  void fetchInTime("http://x/", { signal: caller.signal });
  caller.abort();
  expect(signals[0]?.aborted).toBe(true);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("keeps the message of a refusal", async () => {
  const error = {
    message: "There is no such user.",
    code: -32_004,
    data: { code: "NOT_FOUND", httpStatus: 404 },
  };
  expect(await messageOf(() => Promise.resolve(Response.json([{ error }], { status: 404 })))).toBe(
    "There is no such user.",
  );
});

it("shows the text of a refusal that is sent before a procedure runs", async () => {
  const refusal = { error: "payload_too_large", error_description: "The body is too large." };
  expect(await messageOf(() => Promise.resolve(Response.json(refusal, { status: 413 })))).toBe(
    "The body is too large.",
  );
});

it.each([
  ["the error page of a proxy", "<h1>Bad gateway</h1>"],
  ["an empty body", ""],
  ["another JSON document", '{"message":"unavailable"}'],
  ["null", "null"],
])("shows its own message for %s", async (_response, body) => {
  expect(await messageOf(() => Promise.resolve(new Response(body, { status: 502 })))).toBe("Not understood.");
});
