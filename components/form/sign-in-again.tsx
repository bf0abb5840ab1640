"use client";

import { useExtracted } from "next-intl";

/** Returns true if the refusal is caused by an ended console session. */
export const isSessionOver = (error: unknown) =>
  (error as { data?: { error?: string } | null } | null)?.data?.error === "invalid_token";

/** Links to the sign-in in a new tab. The input of this page stays and can be saved afterwards. */
export function SignInAgain() {
  const t = useExtracted("shared");
  return (
    <a href="/sign-in" target="_blank" rel="noopener" className="font-medium underline underline-offset-2">
      {t("Sign in in a new tab, then try again here")}
    </a>
  );
}
