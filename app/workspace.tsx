import "server-only";
import { dehydrate, HydrationBoundary, type FetchQueryOptions } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { signInAddress } from "@/app/return-path";
import { createQueryClient } from "@/components/data/query-client";
import { ServerMessages } from "@/components/server-messages";
import { container } from "@/server/container";
import type { Capability } from "@/server/kernel/capabilities";
import { appRouter, type AppRouter } from "@/server/trpc/root";

/** Query options of a procedure, whatever its types. */
interface Prefetchable {
  queryKey: readonly unknown[];
}

/** The console session that the request's cookie names, or null. */
export const currentSession = cache(async () => {
  // First the cookies: a build that renders pages ahead stops there, and never opens a database.
  const cookie = (await cookies()).toString();
  const { auth } = await container();
  return auth.session(cookie);
});

/** The same, or off to the sign-in page, and from there back to what was asked for. */
export const signedInSession = cache(async () => {
  const session = await currentSession();
  if (session) return session;
  const { pagePath } = await container();
  redirect(signInAddress(pagePath(await headers())));
});

/**
 * What a page of a workspace works with: a tenant by its slug, or the platform (null). Whoever may not enter it gets the
 * same answer as for one that does not exist. Layouts are no guard (CVE-2025-29927): every page opens its workspace itself.
 */
export const openWorkspace = cache(async (tenant: string | null) => {
  const session = await signedInSession();
  const { auth, execute, pageAddress } = await container();
  const requestHeaders = await headers();
  const facts = {
    ip: pageAddress(requestHeaders),
    requestId: requestHeaders.get("x-request-id"),
  };
  const actor = auth.actorOf(session, tenant, facts);
  if (actor === null) notFound();

  const queryClient = createQueryClient();
  const trpc = createTRPCOptionsProxy<AppRouter>({
    router: appRouter,
    ctx: { actor, requestId: facts.requestId, execute },
    queryClient,
  });
  return {
    session,
    actor,
    trpc,
    may: (capability: Capability) => actor.capabilities.has(capability),
    /** Fetches for the first paint; what fails here is asked for again, and its error shown, in the browser. */
    prefetch: (...queries: Prefetchable[]) =>
      Promise.all(queries.map((query) => queryClient.prefetchQuery(query as unknown as FetchQueryOptions))),
    /** Gives what a query has, for what the server itself writes (a title); fails as the query does. */
    fetch: queryClient.fetchQuery.bind(queryClient),
    /**
     * What the page shows, with what was fetched for it and the dictionary of what operations say. Here and not around the pages:
     * what a page refuses inside a Suspense boundary comes after the answer has begun with 200 (React's error 419).
     */
    hydrate: (children: ReactNode) => (
      <HydrationBoundary state={dehydrate(queryClient)}>
        <ServerMessages>{children}</ServerMessages>
      </HydrationBoundary>
    ),
  };
});

/** The workspace, for a page that this capability opens; without it the page does not exist. */
export async function openPage(tenant: string | null, capability: Capability) {
  const workspace = await openWorkspace(tenant);
  if (!workspace.may(capability)) notFound();
  return workspace;
}
