/** Maximum number of data rows in a file. */
export const MOST_ROWS = 20_000;
/** Maximum number of characters in a file. */
export const MOST_CHARACTERS = 8_000_000;

/** Maximum size in bytes of a request's body: a file of characters with four bytes each, and the rest of the body. */
export const MOST_BODY = 4 * MOST_CHARACTERS + 64 * 1024;
/** Maximum number of columns in a file. */
export const MOST_COLUMNS = 100;
/** Maximum number of characters in a cell. */
export const MOST_OF_A_CELL = 10_000;
/** Number of days after which the server deletes a job with its rows. A running job is never deleted. */
export const RETENTION_DAYS = 30;
