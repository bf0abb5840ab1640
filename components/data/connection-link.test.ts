import { createTRPCClient, httpBatchLink, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { expect, it } from "vitest";
import type { AppRouter } from "@/server/trpc/root";
import { connectionLink } from "./connection-link";

const link = connectionLink("No connection.");

const messageOf = (client: ReturnType<typeof createTRPCClient<AppRouter>>) =>
  client.users.profile.query({ userId: 1 }).then(
    () => null,
    (error: Error) => error.message,
  );

it("gives a failed connection its own words, in every browser", async () => {
  for (const message of [
    "Failed to fetch",
    "Load failed",
    "NetworkError when attempting to fetch resource.",
  ]) {
    const fetch = () => Promise.reject(new TypeError(message));
    const client = createTRPCClient<AppRouter>({ links: [link, httpBatchLink({ url: "http://x/", fetch })] });
    expect(await messageOf(client)).toBe("No connection.");
  }
});

it("keeps the message of a refusal", async () => {
  const refusal = new TRPCClientError<AppRouter>("There is no such user.");
  const client = createTRPCClient<AppRouter>({
    links: [link, () => () => observable((observer) => observer.error(refusal))],
  });
  expect(await messageOf(client)).toBe("There is no such user.");
});
