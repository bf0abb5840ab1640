/**
 * Returns the beginning of a text for a log line, with its total length if it was cut. Clients can make such
 * texts long.
 */
export const logText = (text: string, most = 300): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
