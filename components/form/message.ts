/**
 * Returns the error message for display next to a field. Removes the name of the field from the start of the server's message.
 */
export function refusalWords(error: unknown, otherwise: string): string {
  if (!(error instanceof Error)) return otherwise;
  const field = (error as { data?: { field?: string | null } }).data?.field;
  const words =
    field && error.message.startsWith(`${field}: `) ? error.message.slice(field.length + 2) : error.message;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
