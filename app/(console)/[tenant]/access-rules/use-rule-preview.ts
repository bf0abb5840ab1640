import { useMutation } from "@tanstack/react-query";
import { useTRPC, type ConsoleError } from "@/components/data/trpc";
import type { NewAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { registry, type RuleType } from "@/server/domain/access-rules/rule-types.schema";
import type { DraftPreview } from "@/server/domain/access-rules/preview.schema";

/** Result of a preview. The preview is pending while `data` and `error` are both empty. */
export interface PreviewState {
  data: DraftPreview | undefined;
  error: ConsoleError | null;
}

/**
 * Returns true if rules of this type have no preview. Limits refuse no sign-in. Past sign-ins lack some data that other rules
 * check.
 */
export const hasNoPreview = (type: RuleType) => !registry[type].foreseeable;

/** Returns the parts of a draft rule that affect the decision, as a JSON text. Excludes the reason and the expiry. */
const decisive = (rule: object) => JSON.stringify({ ...rule, reason: undefined, expiresAt: undefined });

/**
 * Requests a preview of the sign-ins that a draft rule would have refused. The preview button and the creation of a rule
 * request the preview. The result is valid until the decisive parts of the draft change.
 */
export function useRulePreview() {
  const { mutate, mutateAsync, variables, data, error } = useMutation(
    useTRPC().accessRules.preview.mutationOptions(),
  );
  /** Returns the preview of this draft. Returns null if no preview was requested for the draft. */
  const resultOf = (rule: NewAccessRule): PreviewState | null =>
    variables?.rule && decisive(variables.rule) === decisive(rule) ? { data, error } : null;
  return {
    decisive,
    resultOf,
    ask: (rule: NewAccessRule) => mutate({ rule }),
    /** Returns true if the shown preview contains a refused sign-in. */
    isWarned: (rule: NewAccessRule) => (resultOf(rule)?.data?.refused.signIns ?? 0) > 0,
    /**
     * Returns true if the rule would have refused sign-ins and the administrator has not seen a preview. Returns false if the
     * preview fails, because a failed preview must not prevent the creation.
     */
    refusesUnseen: async (rule: NewAccessRule) => {
      if (rule.scope === "user" || hasNoPreview(rule.type) || resultOf(rule)?.data) return false;
      const found = await mutateAsync({ rule }).catch(() => null);
      return found !== null && found.refused.signIns > 0;
    },
  };
}

export type RulePreview = ReturnType<typeof useRulePreview>;
