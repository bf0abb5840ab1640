import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import type { Described } from "./rule-sentence";
import { typeIn, useRuleTypes } from "./rule-types";

/**
 * Tells what a rule cannot do on this installation, because nobody here knows what it asks of an address; null where it does
 * what it says.
 */
export function useBlindSpot(): (rule: Pick<Described, "type" | "definition">) => string | null {
  const types = useRuleTypes();
  const { data: known } = useQuery(useTRPC().accessRules.known.queryOptions({}));
  return ({ type, definition }) =>
    known === undefined ? null : (typeIn(types, type)?.blindSpot?.(definition, known) ?? null);
}
