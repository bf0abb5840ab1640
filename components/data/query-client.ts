import { QueryClient, defaultShouldDehydrateQuery } from "@tanstack/react-query";

/**
 * Time in milliseconds that fetched data stays fresh. The browser therefore does not fetch the data of the server again after
 * hydration.
 */
const STALE_MS = 20_000;

/** Creates a query client. The server uses one client for each request, and the browser one for each workspace. */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // Retries network errors and server errors up to two times. A refusal (4xx) is final. The server does not retry,
        // because the response would be late. The browser repeats these queries.
        retry: (failures, error) => typeof window !== "undefined" && failures < 2 && !isRefusal(error),
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });

const isRefusal = (error: unknown) => {
  const status = (error as { data?: { httpStatus?: number } }).data?.httpStatus;
  return status !== undefined && status < 500;
};
