/**
 * A refusal in words for where it is shown. The server begins with the field that it refuses, for those who read it alone;
 * beside the field, or in a question that has none, that name only repeats.
 */
export function refusalWords(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const field = (error as { data?: { field?: string | null } }).data?.field;
  const words =
    field && error.message.startsWith(`${field}: `) ? error.message.slice(field.length + 2) : error.message;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
