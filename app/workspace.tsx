import "server-only";
import { dehydrate, HydrationBoundary, type FetchQueryOptions } from "@tanstack/react-query";
import { createTRPCOptionsProxy } from "@trpc/tanstack-react-query";
import { getLocale } from "next-intl/server";
import { cookies, headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache, type ReactNode } from "react";
import { signInAddress } from "@/app/return-path";
import { createQueryClient } from "@/components/data/query-client";
import { container } from "@/server/container";
import type { Capability } from "@/server/kernel/capabilities";
import { appRouter, type AppRouter } from "@/server/trpc/root";

/** Query options of any procedure. */
interface Prefetchable {
  queryKey: readonly unknown[];
}

/** Returns the console session of the request's cookie, or null. */
export const currentSession = cache(async () => {
  // Reads the cookies first: prerendering during a build stops here and does not open a database.
  const cookie = (await cookies()).toString();
  const { auth } = await container();
  return auth.session(cookie);
});

/** Returns the console session, or redirects to the sign-in page, which returns to the requested page. */
export const signedInSession = cache(async () => {
  const session = await currentSession();
  if (session) return session;
  const { pagePath } = await container();
  redirect(signInAddress(pagePath(await headers())));
});

/**
 * Opens a workspace for a page: a tenant by its slug, or the platform (null). A forbidden workspace and a missing one get the
 * same answer. Every page opens its workspace itself, because layouts do not protect pages (CVE-2025-29927).
 */
export const openWorkspace = cache(async (tenant: string | null) => {
  const session = await signedInSession();
  const { auth, execute, pageAddress } = await container();
  const requestHeaders = await headers();
  const facts = {
    ip: pageAddress(requestHeaders),
    requestId: requestHeaders.get("x-request-id"),
  };
  const locale = await getLocale();
  const actor = auth.actorOf(session, tenant, facts);
  if (actor === null) notFound();

  const queryClient = createQueryClient();
  const trpc = createTRPCOptionsProxy<AppRouter>({
    router: appRouter,
    ctx: { actor, requestId: facts.requestId, locale, execute },
    queryClient,
  });
  return {
    session,
    actor,
    trpc,
    may: (capability: Capability) => actor.capabilities.has(capability),
    /** Fetches queries for the first paint. The browser repeats failed queries and shows their errors. */
    prefetch: (...queries: Prefetchable[]) =>
      // The options of each query have their own type, which a list of queries does not keep.
      Promise.all(queries.map((query) => queryClient.prefetchQuery(query as unknown as FetchQueryOptions))),
    /** Returns the result of a query for text that the server renders (a title). Rejects if the query fails. */
    fetch: queryClient.fetchQuery.bind(queryClient),
    /** Renders the content of a page with the fetched data. */
    hydrate: (children: ReactNode) => (
      <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>
    ),
  };
});

/** Opens the workspace for a page that requires this capability. Without the capability, the page is "not found". */
export async function openPage(tenant: string | null, capability: Capability) {
  const workspace = await openWorkspace(tenant);
  if (!workspace.may(capability)) notFound();
  return workspace;
}
