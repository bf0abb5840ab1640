/**
 * Returns the input of the tRPC query for the activity feed of a record. The server uses the same input to prefetch the feed.
 * `target` has the form `kind:id`.
 */
export const feedQuery = (target: string) => ({ target, limit: 10 });
