"use server";

import { cookies, headers } from "next/headers";
import { isLocale, localeCookie, localeCookieSeconds } from "@/server/kernel/languages";
import { isSameOrigin } from "@/server/auth/same-origin";
import { container } from "@/server/container";

/** Keeps the language that a page's form asks for in this browser. What is none of ours changes nothing. */
export async function chooseLanguage(form: FormData): Promise<void> {
  const sent = await headers();
  const { baseUrl } = await (await container()).hostedAt(sent);
  const locale = form.get("locale");
  if (!isLocale(locale) || !isSameOrigin(sent, baseUrl)) return;
  // Scripts read and set it, too: the console's menu does (components/locale.ts).
  (await cookies()).set(localeCookie, locale, {
    path: "/",
    maxAge: localeCookieSeconds,
    sameSite: "lax",
  });
}
