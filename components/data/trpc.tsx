"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, type TRPCClientErrorLike, type TRPCLink } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useExtracted, useLocale } from "next-intl";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { LONGEST_ADDRESS, MOST_CALLS } from "@/server/kernel/http/batches";
import type { AppRouter } from "@/server/trpc/root";
import { observable } from "@trpc/server/observable";
import { createQueryClient, isLate } from "./query-client";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Hooks that return the console's procedures: as TanStack Query options, and as a plain client. */
export { useTRPC, useTRPCClient };

export type ConsoleError = TRPCClientErrorLike<AppRouter>;

/**
 * Provides the tRPC client and the query cache of one workspace. `tenant` is the slug of a tenant, or null for the platform.
 * Use the workspace as React key. Each workspace then has its own cache.
 */
export function WorkspaceData({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const locale = useLocale();
  const fetchedIn = useRef(locale);
  // Fetches all data again when the language of the page changes, because the responses of the server are translated.
  useEffect(() => {
    if (fetchedIn.current === locale) return;
    fetchedIn.current = locale;
    void queryClient.invalidateQueries();
  }, [locale, queryClient]);
  const t = useExtracted("shared");
  const offline = t("No connection to the server. Check your network, then try again.");
  const late = t("The server has not answered in time. Try again.");
  const lateChange = t(
    "The server has not answered in time. The change may have been saved. Load the page again to see.",
  );
  const unreadable = t("The server did not answer correctly. Try again.");
  const client = useMemo(
    () =>
      createTRPCClient<AppRouter>({
        links: [
          connectionLink({ offline, unreadable, late, lateChange }),
          httpBatchLink({
            url: "/api/trpc",
            fetch: fetchInTime,
            headers: () => ({
              "accept-language": document.documentElement.lang,
              ...(tenant !== null && { "x-castellan-tenant": tenant }),
            }),
            maxItems: MOST_CALLS,
            maxURLLength: LONGEST_ADDRESS,
          }),
        ],
      }),
    [tenant, offline, unreadable, late, lateChange],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}

/** Longest time in milliseconds that a query and a change wait for their response. */
const LONGEST_MS = { GET: 20_000, POST: 60_000 };

/** Calls `fetch` with a time limit. A server that does not answer would otherwise leave the page waiting without an end. */
export const fetchInTime: typeof fetch = (input, init = {}) => {
  const limit = AbortSignal.timeout(LONGEST_MS[init.method === "POST" ? "POST" : "GET"]);
  return fetch(input, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
};

/** Error messages in the language of the page. */
interface Words {
  /** Message for a request without a response. */
  offline: string;
  /** Message for a response that no procedure returned, such as the error page of a proxy. */
  unreadable: string;
  /** Message for a query that the server did not answer in time. */
  late: string;
  /** Message for a change that the server did not answer in time. It may have been made. */
  lateChange: string;
}

/**
 * Returns the message of a refusal that the server sends before a procedure runs, for example for a body that is too large.
 * Returns null for other responses.
 */
function refusedWith(json: unknown): string | null {
  const text = (json as { error_description?: unknown } | null | undefined)?.error_description;
  return typeof text === "string" ? text : null;
}

/**
 * Link of the tRPC client that translates errors without a procedure's message. For these errors, browsers and the tRPC client
 * have only English messages. `fetch` throws a TypeError if the connection fails.
 */
export const connectionLink =
  ({ offline, unreadable, late, lateChange }: Words): TRPCLink<AppRouter> =>
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: observer.next,
        complete: observer.complete,
        error: (error) => {
          if (!error.shape)
            error.message = isLate(error)
              ? op.type === "mutation"
                ? lateChange
                : late
              : error.cause instanceof TypeError
                ? offline
                : (refusedWith(error.meta?.["responseJSON"]) ?? unreadable);
          observer.error(error);
        },
      }),
    );
