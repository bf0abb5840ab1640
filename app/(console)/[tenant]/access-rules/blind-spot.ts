import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import type { Described } from "./rule-sentence";
import { typeIn, useRuleTypes } from "./rule-types";

/**
 * Returns a function that explains why a rule has no full effect on this installation: location data is missing. The function
 * returns null if the rule works.
 */
export function useBlindSpot(): (rule: Pick<Described, "type" | "definition">) => string | null {
  const types = useRuleTypes();
  const { data: known } = useQuery(useTRPC().accessRules.known.queryOptions({}));
  return ({ type, definition }) =>
    known === undefined ? null : (typeIn(types, type)?.blindSpot?.(definition, known) ?? null);
}
