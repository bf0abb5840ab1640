import { useExtracted } from "next-intl";
import { wordOf, type WordTable } from "../words/word-table";

/**
 * Converts a typed text to the search for events by name. The text may be a part of a name: "role gr" becomes `role_gr`. The
 * text may also be a part of a translated label: "Rolle zug" becomes `role_granted`.
 */
export function eventSought(
  text: string,
  events: readonly { readonly event: string; readonly label: string }[],
): string {
  const words = text.trim().toLowerCase();
  const name = words.replaceAll(" ", "_");
  if (events.some(({ event }) => event.includes(name))) return name;
  return events.find(({ label }) => label.toLowerCase().includes(words))?.event ?? name;
}

/** Returns a function that names the channel of an event, for example "Console" for `console.user_created`. */
export function useChannelWords(): (action: string) => string {
  const t = useExtracted("console");
  const channels: WordTable = {
    management_api: () => t("Management API"),
    console: () => t("Console"),
    scim: () => t("SCIM"),
    platform_api: () => t("Platform API"),
    account: () => t("Account"),
    system: () => t("System"),
  };
  return (action) => {
    const channel = action.split(".")[0] ?? "";
    return wordOf(channels, channel) ?? channel;
  };
}
