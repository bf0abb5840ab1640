/**
 * Returns the primary value of a list attribute such as `emails` (RFC 7643 §2.4). If no value is primary, returns the first
 * value. Returns null if the list has no values.
 */
export function primaryValue(items: unknown): string | null {
  const texts = (Array.isArray(items) ? (items as { value?: unknown; primary?: unknown }[]) : []).filter(
    ({ value }) => typeof value === "string" && value !== "",
  );
  return ((texts.find(({ primary }) => primary === true) ?? texts[0])?.value as string | undefined) ?? null;
}
