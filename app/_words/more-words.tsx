"use client";

import { NextIntlClientProvider, useLocale, useMessages, type Messages } from "next-intl";
import { useMemo, type ReactNode } from "react";

/** Adds messages to those that the components inside have already. */
export function MoreWords({ messages, children }: { messages: Messages; children: ReactNode }) {
  const locale = useLocale();
  const outer = useMessages();
  const all = useMemo(() => ({ ...outer, ...messages }), [outer, messages]);
  return (
    <NextIntlClientProvider locale={locale} messages={all}>
      {children}
    </NextIntlClientProvider>
  );
}
