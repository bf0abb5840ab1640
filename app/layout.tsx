import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getExtracted, getLocale } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { Providers } from "@/components/providers";
import { container } from "@/server/container";
import { Words } from "./_words/words";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("shared");
  return {
    title: { default: "Castellan", template: "%s · Castellan" },
    description: t("Identity management for your organization."),
    robots: { index: false },
  };
}

/**
 * Returns the nonce for the scripts and styles of this response. Reads the request headers, which makes the rendering of every
 * page dynamic.
 */
async function nonceOfPage(): Promise<string | undefined> {
  const sent = await headers();
  return (await container()).pageNonce(sent) ?? undefined;
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = await nonceOfPage();
  preload("/hosted/fonts/inter-latin.woff2", { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  return (
    // Suppresses the hydration warning, because next-themes sets the class of this element before hydration.
    <html lang={await getLocale()} suppressHydrationWarning>
      <body>
        {/* The root layout provides only the shared messages. Pages and other layouts add messages with `Words`
            (_words/words.tsx). */}
        <NextIntlClientProvider messages={{}}>
          <Words of="shared">
            <Providers nonce={nonce}>{children}</Providers>
          </Words>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
