import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { useRuleName } from "../words/code-words";
import { useThingWords } from "./thing-words";

/**
 * Returns a function that names the target of an event. For a target without a name, the function returns "Role 7". For a
 * setting, the function returns null, because the label of the event already names the setting.
 */
export function useTargetName(): (event: Pick<LoggedEvent, "target" | "targetLabel">) => string | null {
  const ruleName = useRuleName();
  const { nameless } = useThingWords();
  return ({ target, targetLabel }) =>
    ruleName(target, targetLabel) ?? targetLabel ?? (target.startsWith("setting:") ? null : nameless(target));
}
