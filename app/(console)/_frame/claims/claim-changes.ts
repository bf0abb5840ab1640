import { useExtracted } from "next-intl";
import { currentOf } from "@/components/form/conflicts";
import type { Seen } from "@/components/form/use-edit-conflicts";
import { say, toast } from "@/components/toast";
import type { ClaimPreset } from "@/server/domain/app-claims/presets.schema";
import type { TableQuery } from "../lists/query-table";
import type { ClaimRule } from "./claim-rule";

/** Rule with its position in the list. */
export interface Row {
  rule: ClaimRule;
  index: number;
}

/** Rules of an app or an API. */
export interface ClaimList {
  query: TableQuery;
  /** Stored rules in their order. Undefined while they load. */
  rules: readonly ClaimRule[] | undefined;
  /** Replaces all rules. */
  save: (rules: ClaimRule[], seen: Seen) => Promise<unknown>;
}

const schemas = () => import("@/server/domain/app-claims/claims.schema");

/** Returns a function that replaces the rules, unless another administrator has changed them since they were loaded. */
function useReplace({ query, rules = [], save }: ClaimList) {
  const t = useExtracted("console-claims");
  return async (next: ClaimRule[]) => {
    const { canonicalText } = await schemas();
    try {
      await save(next, { $basedOn: { claims: rules.map(canonicalText) } });
    } catch (error) {
      if (currentOf(error) === null) throw error;
      await query.refetch();
      throw new Error(
        t("Somebody else has changed the claims in the meantime. The list now shows them. Try again."),
      );
    }
  };
}

/** Returns the id of the button that opens the menu of a rule. */
export const actionsId = (index: number) => `claim-actions-${index}`;

/** Returns the changes of the list. Those of the menu show their errors as messages, those of dialogs throw them. */
export function useClaimChanges(props: ClaimList) {
  const t = useExtracted("console-claims");
  const replace = useReplace(props);
  const rules = props.rules ?? [];
  const isSame = async (one: ClaimRule | undefined, other: ClaimRule) => {
    const { canonicalText } = await schemas();
    return one !== undefined && canonicalText(one) === canonicalText(other);
  };
  /** Throws if the rule is no longer at its place. */
  const requireAt = async ({ rule, index }: Row) => {
    if (!(await isSame(rules[index], rule)))
      throw new Error(t("Somebody else has changed or removed this claim in the meantime."));
  };
  return {
    add: async (rule: ClaimRule) => {
      await replace([...rules, rule]);
      void say(t("The claim {claim} was added.", { claim: rule.claim }));
    },
    edit: async (row: Row, rule: ClaimRule) => {
      await requireAt(row);
      await replace(rules.with(row.index, rule));
      void say(t("The claim {claim} was saved.", { claim: rule.claim }));
    },
    remove: async (row: Row) => {
      await requireAt(row);
      await replace(rules.toSpliced(row.index, 1));
      void say(t("The claim {claim} was removed.", { claim: row.rule.claim }));
    },
    move: async ({ rule, index }: Row, by: -1 | 1) => {
      try {
        await replace(rules.toSpliced(index, 1).toSpliced(index + by, 0, rule));
        // The focus follows the rule.
        document.getElementById(actionsId(index + by))?.focus();
      } catch (error) {
        toast.refused(error);
      }
    },
    use: async ({ name, rules: theirs }: ClaimPreset) => {
      try {
        const { canonicalText } = await schemas();
        const present = new Set(rules.map(canonicalText));
        const missing = theirs.filter((rule) => !present.has(canonicalText(rule)));
        if (missing.length === 0) return toast.info(t("The claims of {name} are there already.", { name }));
        await replace([...rules, ...missing]);
        void say(
          t("{count, plural, one {# claim} other {# claims}} of {name} added.", {
            count: missing.length,
            name,
          }),
        );
      } catch (error) {
        toast.refused(error);
      }
    },
  };
}
