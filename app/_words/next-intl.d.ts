import type { Locale } from "@/server/kernel/languages";

declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    /** By area, then by the key that the build gives to each English text. */
    Messages: Record<string, Record<string, string>>;
  }
}
