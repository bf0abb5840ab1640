import type * as z from "zod";
import type { RuleTypeModule } from "./rule-type.schema";
import { anonymizer } from "./types/anonymizer.schema";
import { country } from "./types/country.schema";
import { devices } from "./types/devices.schema";
import { hours } from "./types/hours.schema";
import { ip } from "./types/ip.schema";
import { method } from "./types/method.schema";
import { region } from "./types/region.schema";
import { sessionlength } from "./types/sessionlength.schema";
import { sessions } from "./types/sessions.schema";

/**
 * All access-rule types, in the order of the API reference. The schema, decisions, explanations, tests and docs derive from
 * this list. The compilation fails if the console has no entry for a type. The database stores the keys. Use lower-case letters
 * and never rename a key.
 */
export const registry = {
  country,
  region,
  ip,
  hours,
  method,
  anonymizer,
  sessions,
  sessionlength,
  devices,
};

type Registry = typeof registry;
export type RuleType = keyof Registry;
export type Definition<T extends RuleType> = z.output<Registry[T]["schema"]>;

/** Union of the names of the type-specific fields of all types. */
export type RuleField = { [T in RuleType]: keyof Definition<T> }[RuleType];

// The cast is necessary, because the return type of Object.keys is string[].
export const ruleTypes = Object.keys(registry) as [RuleType, ...RuleType[]];

export const isRuleType = (type: string): type is RuleType => (ruleTypes as readonly string[]).includes(type);

// Checks at compile time that each entry has all parts of a rule type, even an entry that was built without a helper.
registry satisfies { [T in RuleType]: RuleTypeModule<Registry[T]["schema"], Registry[T]["fields"]> };

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer I) => void
  ? I
  : never;

/**
 * The type-specific fields of all types as a request may contain them. The cast is necessary, because the return type of
 * Object.assign with a spread list is `any`.
 */
export const requestFields = Object.assign(
  {},
  ...ruleTypes.map((type) => registry[type].fields),
) as Intersection<Registry[RuleType]["fields"]>;

/**
 * The schema of each type's fields. The cast is necessary, because the return type of Object.fromEntries does not relate a key
 * to its type.
 */
export const definitions = Object.fromEntries(ruleTypes.map((type) => [type, registry[type].schema])) as {
  [T in RuleType]: Registry[T]["schema"];
};
