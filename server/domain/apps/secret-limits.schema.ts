// Without zod, because a page of the console reads it before any form is opened.

/** Maximum number of live secrets of an app. */
export const MAX_SECRETS = 2;
