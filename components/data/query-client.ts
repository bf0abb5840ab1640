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
        // A request that timed out is not repeated either, because the person has already waited long.
        retry: (failures, error) =>
          typeof window !== "undefined" && failures < 2 && !isRefusal(error) && !isLate(error),
        // Without this, a query would wait without an end while the browser is offline, and a list would show the rows of other
        // filters.
        networkMode: "always",
        refetchOnReconnect: true,
      },
      // A change while offline is refused at once. Otherwise it would be sent later, without a notice.
      mutations: { networkMode: "always" },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });

/** Returns true for an error of a request that the server did not answer in time. */
export const isLate = (error: unknown) =>
  (error as { cause?: { name?: unknown } }).cause?.name === "TimeoutError";

const isRefusal = (error: unknown) => {
  const status = (error as { data?: { httpStatus?: number } }).data?.httpStatus;
  return status !== undefined && status < 500;
};
