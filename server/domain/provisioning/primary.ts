/**
 * Returns the representative value of an attribute such as emails: the primary one, else the first (RFC 7643 §2.4);
 * null if there is none.
 */
export function primaryValue(items: unknown): string | null {
  const texts = (Array.isArray(items) ? (items as { value?: unknown; primary?: unknown }[]) : []).filter(
    ({ value }) => typeof value === "string" && value !== "",
  );
  return ((texts.find(({ primary }) => primary === true) ?? texts[0])?.value as string | undefined) ?? null;
}
