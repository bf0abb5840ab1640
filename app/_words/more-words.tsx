"use client";

import { NextIntlClientProvider, useLocale, useMessages, type Locale, type Messages } from "next-intl";
import { useEffect, useMemo, type ReactNode } from "react";

/**
 * Adds messages for the components inside. Reloads the page if the language of the messages differs from the language of the
 * page. This happens after another window has changed the language.
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
