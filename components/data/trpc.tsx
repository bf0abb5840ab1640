"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { createTRPCClient, httpBatchLink, type TRPCClientErrorLike } from "@trpc/client";
import { createTRPCContext } from "@trpc/tanstack-react-query";
import { useExtracted, useLocale } from "next-intl";
import { useEffect, useMemo, useRef, useState, type ReactNode } from "react";
import { LONGEST_ADDRESS, MOST_CALLS } from "@/server/kernel/http/batches";
import type { AppRouter } from "@/server/trpc/root";
import { connectionLink } from "./connection-link";
import { createQueryClient } from "./query-client";

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

/** Procedures of the console as options of TanStack Query. */
export { useTRPC, useTRPCClient };

export type ConsoleError = TRPCClientErrorLike<AppRouter>;

/**
 * Provides the procedures and the query cache of one workspace: a tenant by its slug, or the platform. Key it by the workspace,
 * so that no data of one workspace appears in another.
 */
export function WorkspaceData({ tenant, children }: { tenant: string | null; children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const locale = useLocale();
  const fetchedIn = useRef(locale);
  // The server's answers are in the language of the page. A change of the language makes them outdated.
  useEffect(() => {
    if (fetchedIn.current === locale) return;
    fetchedIn.current = locale;
    void queryClient.invalidateQueries();
  }, [locale, queryClient]);
  const t = useExtracted("shared");
  const offline = t("No connection to the server.");
  const unreadable = t("The server did not answer correctly. Try again.");
  const client = useMemo(
    () =>
      createTRPCClient<AppRouter>({
        links: [
          connectionLink({ offline, unreadable }),
          httpBatchLink({
            url: "/api/trpc",
            headers: () => ({
              "accept-language": document.documentElement.lang,
              ...(tenant !== null && { "x-castellan-tenant": tenant }),
            }),
            maxItems: MOST_CALLS,
            maxURLLength: LONGEST_ADDRESS,
          }),
        ],
      }),
    [tenant, offline, unreadable],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={client} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  );
}
