/** What the activity feed of one thing asks of the audit log, by the thing's `kind:id`; pages fetch it ahead. */
export const feedQuery = (target: string) => ({ target, limit: 10 });
