import { useExtracted } from "next-intl";
import type { Say } from "@/components/dictionaries";
import { useServerMessages } from "@/components/server-messages";
import { eventLabel } from "@/server/kernel/events/label";
import { wordOf, type WordTable } from "../words/word-table";

/** Returns the label of an action of the audit log, or of its event alone, in the language of `say`. */
export const eventWordsIn =
  (say: Say) =>
  (action: string): string =>
    say(eventLabel(action.split(".")[1] ?? action));

/** Labels of events in the reader's language: `console.user_created` as "User created". */
export const useEventWords = () => eventWordsIn(useServerMessages());

/**
 * Returns the event that a typed text names, or the common part of several names: `role_gr` for "role gr", and `role_granted`
 * for "Rolle zug" in German. Loads the registry of events on demand.
 */
export async function eventSought(text: string, say: Say): Promise<string> {
  const { events } = await import("@/server/kernel/events");
  const words = text.trim().toLowerCase();
  const name = words.replaceAll(" ", "_");
  const names = Object.keys(events);
  if (names.some((event) => event.includes(name))) return name;
  return names.find((event) => say(eventLabel(event)).toLowerCase().includes(words)) ?? name;
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
