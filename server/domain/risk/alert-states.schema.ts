/** Filter of the alerts list. This module does not import zod, because the page's address uses the names too. */
export const alertStates = ["open", "acknowledged", "all"] as const;
