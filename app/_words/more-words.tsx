"use client";

import { NextIntlClientProvider, useLocale, useMessages, type Locale, type Messages } from "next-intl";
import { useEffect, useMemo, type ReactNode } from "react";

/**
 * Adds messages to those that the components inside have already. Where they are in another language than the page, because
 * it was chosen in another window meanwhile, the page is loaded anew.
 */
export function MoreWords({
  locale: theirs,
  messages,
  children,
}: {
  locale: Locale;
  messages: Messages;
  children: ReactNode;
}) {
  const locale = useLocale();
  useEffect(() => {
    if (theirs !== document.documentElement.lang) window.location.reload();
  }, [theirs]);
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
