/** Returns the input of the query for a record's activity feed. Pages prefetch it. `target` is a reference `kind:id`. */
export const feedQuery = (target: string) => ({ target, limit: 10 });
