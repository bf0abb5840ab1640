import { useMutation } from "@tanstack/react-query";
import { useTRPC, type ConsoleError } from "@/components/data/trpc";
import type { NewAccessRule } from "@/server/domain/access-rules/access-rules.schema";
import { registry, type RuleType } from "@/server/domain/access-rules/registry.schema";
import type { DraftPreview } from "@/server/domain/access-rules/preview.schema";

/** The answer to whom a draft would have refused: on its way while it is neither there nor refused. */
export interface PreviewState {
  data: DraftPreview | undefined;
  error: ConsoleError | null;
}

/** Limits refuse nobody, and sign-ins do not keep all that rules look at. */
export const hasNoPreview = (type: RuleType) => !registry[type].foreseeable;

/** What of a draft decides whom it refuses: neither why it was written nor until when it holds. */
const decisive = (rule: object) => JSON.stringify({ ...rule, reason: undefined, expiresAt: undefined });

/**
 * Whom the draft of a rule would have refused, asked once for whoever wants to know: the reader, by a button, and whoever
 * makes the rule. It is known for as long as the draft stays what it was.
 */
export function useRulePreview() {
  const { mutate, mutateAsync, variables, data, error } = useMutation(
    useTRPC().accessRules.preview.mutationOptions(),
  );
  /** Null for a draft that was not asked about. */
  const foreseen = (rule: NewAccessRule): PreviewState | null =>
    variables?.rule && decisive(variables.rule) === decisive(rule) ? { data, error } : null;
  return {
    decisive,
    foreseen,
    ask: (rule: NewAccessRule) => mutate({ rule }),
    /** Whether the reader sees that it would refuse somebody. */
    isWarned: (rule: NewAccessRule) => (foreseen(rule)?.data?.refused.signIns ?? 0) > 0,
    /** Whether it would refuse somebody whom the reader had not seen. What cannot be told keeps no rule from being made. */
    refusesUnseen: async (rule: NewAccessRule) => {
      if (rule.scope === "user" || hasNoPreview(rule.type) || foreseen(rule)?.data) return false;
      const found = await mutateAsync({ rule }).catch(() => null);
      return found !== null && found.refused.signIns > 0;
    },
  };
}

export type RulePreview = ReturnType<typeof useRulePreview>;
