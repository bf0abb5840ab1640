import { QueryClient, defaultShouldDehydrateQuery } from "@tanstack/react-query";

/** Time in milliseconds that data from the server stays fresh, so that hydration does not refetch it. */
const STALE_MS = 20_000;

/** Creates a query client: one for each request on the server, one for each workspace in the browser. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Retries only network and server errors, because a refusal is final. Does not retry on the server, because the page
        // would wait. The browser repeats those queries.
        retry: (failures, error) => typeof window !== "undefined" && failures < 2 && !isRefusal(error),
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });

const isRefusal = (error: unknown) => {
  const status = (error as { data?: { httpStatus?: number } }).data?.httpStatus;
  return status !== undefined && status < 500;
};
