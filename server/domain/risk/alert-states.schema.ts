/**
 * Values of the filter in the list of alerts. A page in the browser imports this module. The module therefore does not import
 * zod.
 */
export const alertStates = ["open", "acknowledged", "all"] as const;
