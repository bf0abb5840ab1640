import { useServerMessages } from "@/components/server-messages";
import type { Say } from "@/components/dictionaries";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { useRuleName } from "../words/code-words";
import { useThingWords } from "./thing-words";

/** Names of actors and targets as the log stores them. Names that the server chose are translated. */
export interface EventNames {
  /** Returns the name of the actor, or null. */
  actor: (event: Pick<AuditEvent, "actorLabel" | "userEmail" | "userId" | "clientId">) => string | null;
  /** Returns the name of the target, or "Role 7" without one. Null for a setting, because the event names it. */
  target: (event: Pick<AuditEvent, "target" | "targetLabel">) => string | null;
}

/** The same for components outside of `ServerMessages`, which load the translations themselves. */
export function useEventNamesIn(): (said: Say) => EventNames {
  const ruleName = useRuleName();
  const { nameless } = useThingWords();
  return (said) => ({
    actor: ({ actorLabel, userEmail, userId, clientId }) => {
      const label = actorLabel ?? userEmail;
      // Without user and client, the label is a system text and is translated. Other names stay unchanged.
      return label !== null && userId === null && clientId === null ? said(label) : label;
    },
    target: ({ target, targetLabel }) =>
      ruleName(target, targetLabel) ??
      targetLabel ??
      (target.startsWith("setting:") ? null : nameless(target)),
  });
}

/** Returns names of actor and target, for components inside `ServerMessages`. */
export const useEventNames = (): EventNames => useEventNamesIn()(useServerMessages());
