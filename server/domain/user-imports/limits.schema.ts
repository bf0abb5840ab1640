/** Maximum number of data rows in a file. */
export const MOST_ROWS = 20_000;
/** Highest number of characters in a file. */
export const MOST_CHARACTERS = 8_000_000;
/** Highest number of columns in a file. */
export const MOST_COLUMNS = 100;
/** Highest number of characters in a cell. */
export const MOST_OF_A_CELL = 10_000;
/** Days after which a job with its rows is deleted, unless the job is running. */
export const RETENTION_DAYS = 30;
