"use client";

import { useExtracted } from "next-intl";

/** Returns true if the server refused the request because the console session has ended. */
export const isSessionOver = (error: unknown) =>
  (error as { data?: { error?: string } | null } | null)?.data?.error === "invalid_token";

/**
 * Link that opens the sign-in in a new tab. The input on this page is not lost. The person can save the input after the
 * sign-in.
 */
export function SignInAgain() {
  const t = useExtracted("shared");
  return (
    <a href="/sign-in" target="_blank" rel="noopener" className="font-medium underline underline-offset-2">
      {t("Sign in in a new tab, then try again here")}
    </a>
  );
}
