/**
 * Returns the primary value of an attribute such as emails, else the first value (RFC 7643 §2.4). Returns null if there
 * is none.
 */
export function primaryValue(items: unknown): string | null {
  const texts = (Array.isArray(items) ? (items as { value?: unknown; primary?: unknown }[]) : []).filter(
    ({ value }) => typeof value === "string" && value !== "",
  );
  return ((texts.find(({ primary }) => primary === true) ?? texts[0])?.value as string | undefined) ?? null;
}
