import { QueryClient, defaultShouldDehydrateQuery } from "@tanstack/react-query";

/** What the server fetched for the first page stays fresh this long, so that hydration does not fetch it again. */
const STALE_MS = 20_000;

/** A client of the query cache, alike on the server (one for each request) and in the browser (one for each workspace). */
export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        // A refusal stays one; only what the network or the server broke is worth another try. Not on the server, where a whole
        // page would wait for it: what fails there is asked for again by the browser.
        retry: (failures, error) => typeof window !== "undefined" && failures < 2 && !isRefusal(error),
      },
      dehydrate: { shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) },
    },
  });

const isRefusal = (error: unknown) => {
  const status = (error as { data?: { httpStatus?: number } }).data?.httpStatus;
  return status !== undefined && status < 500;
};
