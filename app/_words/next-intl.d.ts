import type { Locale } from "@/server/kernel/strings/languages";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    /** Messages by area and by the key that the build gives to each English text. */
    Messages: Record<string, Record<string, string>>;
  }
}
