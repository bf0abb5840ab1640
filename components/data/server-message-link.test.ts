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

it("translates errors of the browser into the language of the page", async () => {
  expect(await shown("Failed to fetch", "de")).toBe("Keine Verbindung zum Server");
  expect(await shown("Failed to fetch", "en")).toBe("Failed to fetch");
});

it("keeps unknown texts, and texts on pages in an unsupported language", async () => {
  expect(await shown("Nobody has translated this.", "de")).toBe("Nobody has translated this.");
  expect(await shown("There is no such user.", "__proto__")).toBe("There is no such user.");
});
