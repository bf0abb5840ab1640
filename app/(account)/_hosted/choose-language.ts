"use server";

import { cookies, headers } from "next/headers";
import { isLocale, localeCookie, localeCookieSeconds } from "@/server/kernel/strings/languages";
import { isSameOrigin } from "@/server/auth/same-origin";
import { container } from "@/server/container";

/** Sets the language cookie to the language that the form contains. Ignores an unsupported language. */
export async function chooseLanguage(form: unknown): Promise<void> {
  const sent = await headers();
  const { baseUrl } = await (await container()).hostedAt(sent);
  const locale = form instanceof FormData ? form.get("locale") : null;
  if (!isLocale(locale) || !isSameOrigin(sent, baseUrl)) return;
  // Readable by scripts, because the language menu of the console reads and sets this cookie
  // (components/shell/language-choice.tsx).
  (await cookies()).set(localeCookie, locale, {
    path: "/",
    maxAge: localeCookieSeconds,
    sameSite: "lax",
  });
}
