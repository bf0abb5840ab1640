import { appRefusals } from "./apps";
import type { PublishedRefusal } from "./define";
import { ownAccountRefusals } from "./own-account";
import { roleRefusals } from "./roles";
import { userRefusals } from "./users";

/** All refusals by code. docs/refusals.md and the translations derive from them. */
export const refusals: ReadonlyMap<string, PublishedRefusal> = new Map(
  [appRefusals, ownAccountRefusals, roleRefusals, userRefusals]
    .flatMap((area): PublishedRefusal[] => Object.values(area))
    .map((refusal) => [refusal.code, refusal]),
);
