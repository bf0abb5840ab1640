/** The beginning of a text that a stranger may have made long, for a line of the log; the rest is told by its length. */
export const logText = (text: string, most = 300): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
