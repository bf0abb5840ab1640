import type { AuditEvent } from "@/server/domain/audit/audit.schema";
import { useRuleName, useSystemWords } from "./code-words";

/** Who did something and to what, by the names that the log has of them, in the reader's language where it named them itself. */
export function useEventNames() {
  const ruleName = useRuleName();
  const systemWords = useSystemWords();
  return {
    /** Null for somebody without a name. */
    actor: ({
      actorLabel,
      userEmail,
      userId,
      clientId,
    }: Pick<AuditEvent, "actorLabel" | "userEmail" | "userId" | "clientId">) => {
      const label = actorLabel ?? userEmail;
      return label !== null && userId === null && clientId === null ? systemWords(label) : label;
    },
    /** Null for what has no name but its `kind:id`. */
    target: ({ target, targetLabel }: Pick<AuditEvent, "target" | "targetLabel">) =>
      ruleName(target, targetLabel) ?? targetLabel,
  };
}
