import { useServerMessages } from "@/components/server-messages";
import type { Say } from "@/components/dictionaries";
import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { useRuleName } from "../words/code-words";
import { useThingWords } from "./thing-words";

/** Who did something and to what, by the names that the log has of them, in the reader's language where it named them itself. */
export interface EventNames {
  /** Null for somebody without a name. */
  actor: (event: Pick<AuditEvent, "actorLabel" | "userEmail" | "userId" | "clientId">) => string | null;
  /** By its name, or as "Role 7"; null for a setting, of which the event says it all. */
  target: (event: Pick<AuditEvent, "target" | "targetLabel">) => string | null;
}

/** The same for components outside of `ServerMessages`, which load the dictionary themselves. */
export function useEventNamesIn(): (said: Say) => EventNames {
  const ruleName = useRuleName();
  const { nameless } = useThingWords();
  return (said) => ({
    actor: ({ actorLabel, userEmail, userId, clientId }) => {
      const label = actorLabel ?? userEmail;
      // What acted by itself, or somebody whom nobody knew yet; a name that somebody gave stays as it is.
      return label !== null && userId === null && clientId === null ? said(label) : label;
    },
    target: ({ target, targetLabel }) =>
      ruleName(target, targetLabel) ??
      targetLabel ??
      (target.startsWith("setting:") ? null : nameless(target)),
  });
}

/** Names of actor and target, for components inside `ServerMessages`. */
export const useEventNames = (): EventNames => useEventNamesIn()(useServerMessages());
