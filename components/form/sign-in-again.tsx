"use client";

import { useExtracted } from "next-intl";

/** Whether the server refused because the console session has ended. */
export const isSessionOver = (error: unknown) =>
  (error as { data?: { error?: string } | null } | null)?.data?.error === "invalid_token";

/** The way back in, beside this page: what was typed here stays, and can be saved afterwards. */
export function SignInAgain() {
  const t = useExtracted("shared");
  return (
    <a href="/sign-in" target="_blank" rel="noopener" className="font-medium underline underline-offset-2">
      {t("Sign in in a new tab, then try again here")}
    </a>
  );
}
