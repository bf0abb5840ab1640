import { actingNames } from "@/server/kernel/operation/actor-label";
import { eventLabel } from "@/server/kernel/events";
import type { Locale } from "@/server/kernel/strings/languages";
import { systemLabelIn } from "@/server/kernel/system-labels";
import { textIn } from "@/server/kernel/texts/text";
import type { AuditEvent, LoggedEvent } from "./audit.schema";
import { defineTexts } from "@/server/kernel/texts/define";

export const nameTexts = defineTexts("name", {
  /** An administrator who acts as a user, in the audit log. */
  acting: "{actor}, acting as {user}",
});

/** Returns both names of act-as; null for any other event. An actor without a user and credential is the server. */
const actingOf = ({ actorLabel, userId, clientId }: AuditEvent) =>
  actorLabel === null || (userId === null && clientId === null) ? null : actingNames(actorLabel);

/** Returns the name of the actor in a language. Names that people chose stay unchanged. */
function actorNameIn(locale: Locale, event: AuditEvent): string | null {
  const { actorLabel, userEmail, userId, clientId } = event;
  if (actorLabel === null) return userEmail;
  if (userId === null && clientId === null) return systemLabelIn(locale, actorLabel);
  const acting = actingOf(event);
  return acting === null ? actorLabel : textIn(locale, nameTexts.acting(acting));
}

/** Returns a function that adds the texts of an event in a language, for the console. */
export const loggedIn =
  (locale: Locale) =>
  (event: AuditEvent): LoggedEvent => ({
    ...event,
    label: eventLabel(locale, event.action),
    actorName: actorNameIn(locale, event),
    acting: actingOf(event),
  });
