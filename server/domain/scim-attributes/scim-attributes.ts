import type { users } from "@/db/tenant/users";
import type { Row } from "@/server/kernel/operation/store";

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

/**
 * Returns the columns in which a new e-mail address replaces the old one: the SCIM attributes and the user name. A SCIM client that
 * identifies users by address could otherwise neither find nor create the user.
 */
export function withNewAddress(
  before: Pick<Row<typeof users>, "email" | "userName" | "scimAttributes">,
  email: string | null,
) {
  const old = before.email?.toLowerCase();
  const isOld = (text: unknown) => typeof text === "string" && text.toLowerCase() === old;
  const kept = before.scimAttributes?.["emails"];
  const emails =
    Array.isArray(kept) &&
    (kept as Record<string, unknown>[]).map((item) =>
      isOld(item["value"]) ? { ...item, value: email } : item,
    );
  return {
    ...(isOld(before.userName) && { userName: email }),
    ...(emails && { scimAttributes: { ...before.scimAttributes, emails } }),
  };
}
