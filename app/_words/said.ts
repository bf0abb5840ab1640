import { getLocale } from "next-intl/server";

/** What an operation said in English, in the language of the request: `useSaid` for what runs on the server. */
export async function getSaid(): Promise<(text: string) => string> {
  if ((await getLocale()) === "en") return (text) => text;
  return (await import("@/components/said-in-german")).inGerman;
}
