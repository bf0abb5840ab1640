/**
 * Returns the representative value of an attribute such as emails: the primary one, else the first (RFC 7643 §2.4);
 * null if there is none.
 */
export function primaryValue(items: unknown): string | null {
  const given = (Array.isArray(items) ? (items as { value?: unknown; primary?: unknown }[]) : []).filter(
    ({ value }) => typeof value === "string" && value !== "",
  );
  return ((given.find(({ primary }) => primary === true) ?? given[0])?.value as string | undefined) ?? null;
}
