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

/** Query options of any tRPC procedure. */
interface Prefetchable {
  queryKey: readonly unknown[];
}

/** Returns the console session of the request, or null. The cookie identifies the session. */
export const currentSession = cache(async () => {
  // Reads the cookies first. During a build, prerendering stops at this call and therefore opens no database.
  const cookie = (await cookies()).toString();
  const { auth } = await container();
  return auth.session(cookie);
});

/** Returns the console session. Without a session, redirects to the sign-in page. The sign-in returns to the requested page. */
export const signedInSession = cache(async () => {
  const session = await currentSession();
  if (session) return session;
  const { pagePath } = await container();
  redirect(signInAddress(pagePath(await headers())));
});

/**
 * Opens a workspace for a page. `tenant` is the slug of a tenant, or null for the platform. Responds with 404 if the workspace
 * is missing or forbidden. Every page opens its own workspace, because layouts do not protect pages (CVE-2025-29927).
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
    /** Fetches queries for the first render of the page. If a query fails, the browser repeats it and shows the error. */
    prefetch: (...queries: Prefetchable[]) =>
      // The cast is needed, because each query has its own type of options.
      Promise.all(queries.map((query) => queryClient.prefetchQuery(query as unknown as FetchQueryOptions))),
    /** Fetches a query for text that the server renders, such as a title. Rejects if the query fails. */
    fetch: queryClient.fetchQuery.bind(queryClient),
    /** Renders `children` with the fetched data. */
    hydrate: (children: ReactNode) => (
      <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>
    ),
  };
});

/**
 * Opens the workspace for a page that requires a capability. Responds with 404 if the administrator does not have the
 * capability.
 */
export async function openPage(tenant: string | null, capability: Capability) {
  const workspace = await openWorkspace(tenant);
  if (!workspace.may(capability)) notFound();
  return workspace;
}
