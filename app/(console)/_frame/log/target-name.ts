import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { useRuleName } from "../words/code-words";
import { useThingWords } from "./thing-words";

/** Returns the name of an event's target, or "Role 7" without one. Null for a setting, because the event names it. */
export function useTargetName(): (event: Pick<LoggedEvent, "target" | "targetLabel">) => string | null {
  const ruleName = useRuleName();
  const { nameless } = useThingWords();
  return ({ target, targetLabel }) =>
    ruleName(target, targetLabel) ?? targetLabel ?? (target.startsWith("setting:") ? null : nameless(target));
}
