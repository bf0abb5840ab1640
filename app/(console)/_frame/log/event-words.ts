import { useExtracted } from "next-intl";
import { wordOf, type WordTable } from "../words/word-table";

/**
 * Returns the event that a typed text names, or the common part of several names: `role_gr` for "role gr", and `role_granted`
 * for "Rolle zug" in German.
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

/** Names the channel that an action came through: `console.user_created` as "Console". */
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
