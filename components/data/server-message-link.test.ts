import { createTRPCClient, TRPCClientError } from "@trpc/client";
import { observable } from "@trpc/server/observable";
import { afterEach, expect, it, vi } from "vitest";
import type { AppRouter } from "@/server/trpc/root";
import { serverMessageLink } from "./server-message-link";

/** Returns the message that a page gets for a refusal. */
async function shown(message: string, lang: string) {
  vi.stubGlobal("document", { documentElement: { lang } });
  const refusal = new TRPCClientError<AppRouter>(message);
  const client = createTRPCClient<AppRouter>({
    links: [serverMessageLink, () => () => observable((observer) => observer.error(refusal))],
  });
  return client.users.profile.query({ userId: 1 }).then(
    () => null,
    (error: Error) => error.message,
  );
}

afterEach(() => vi.unstubAllGlobals());

it("translates refusals into the language of the page", async () => {
  expect(await shown("There is no such user.", "de")).toBe("Diesen Benutzer gibt es nicht.");
  expect(await shown("password: must have at least 12 characters.", "de")).toBe(
    "password: muss mindestens 12 Zeichen haben.",
  );
  expect(await shown("There is no such user.", "en")).toBe("There is no such user.");
});

it("keeps unknown texts, and texts on pages in an unsupported language", async () => {
  expect(await shown("Nobody has translated this.", "de")).toBe("Nobody has translated this.");
  expect(await shown("There is no such user.", "__proto__")).toBe("There is no such user.");
});
