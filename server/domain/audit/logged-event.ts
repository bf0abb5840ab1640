import { actingNames } from "@/server/kernel/operation/actor-label";
import { eventLabel } from "@/server/kernel/events";
import type { Locale } from "@/server/kernel/strings/languages";
import { systemLabelIn } from "@/server/kernel/system-labels";
import { nameTexts } from "@/server/kernel/texts/names";
import { textIn } from "@/server/kernel/texts/text";
import type { AuditEvent, LoggedEvent } from "./audit.schema";

/** Returns the name of the actor in a language. Names that people chose stay unchanged. */
function actorNameIn(locale: Locale, { actorLabel, userEmail, userId, clientId }: AuditEvent): string | null {
  if (actorLabel === null) return userEmail;
  if (userId === null && clientId === null) return systemLabelIn(locale, actorLabel);
  const acting = actingNames(actorLabel);
  return acting === null ? actorLabel : textIn(locale, nameTexts.acting(acting));
}

/** Returns a function that adds the texts of an event in a language, for the console. */
export const loggedIn =
  (locale: Locale) =>
  (event: AuditEvent): LoggedEvent => ({
    ...event,
    label: eventLabel(locale, event.action),
    actorName: actorNameIn(locale, event),
  });
