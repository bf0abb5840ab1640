import { appRefusals } from "./apps";
import type { Refusal } from "./define";
import { roleRefusals } from "./roles";
import { userRefusals } from "./users";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, Refusal> = new Map(
  [appRefusals, roleRefusals, userRefusals]
    .flatMap((area): Refusal[] => Object.values(area))
    .map((refusal) => [refusal.code, refusal]),
);
