"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, type TRPCClientErrorLike } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useExtracted, useLocale } from "next-intl";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { LONGEST_ADDRESS, MOST_CALLS } from "@/server/kernel/http/batches";
import type { AppRouter } from "@/server/trpc/root";
import { connectionLink, fetchInTime } from "./connection-link";
import { createQueryClient } from "./query-client";

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
