import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getExtracted, getLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { Providers } from "@/components/providers";
import { Words } from "./_words/words";
import "./globals.css";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("shared");
  return {
    title: { default: "Castellan", template: "%s · Castellan" },
    description: t("Administer the identity of your organization."),
    robots: { index: false },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  return (
    // next-themes sets the class before React comes to life.
    <html lang={await getLocale()} suppressHydrationWarning>
      <body>
        {/* Areas add their own words: see _words/words.tsx. */}
        <NextIntlClientProvider messages={{}}>
          <Words of="shared">
            <Providers>{children}</Providers>
          </Words>
        </NextIntlClientProvider>
      </body>
    </html>
  );
}
