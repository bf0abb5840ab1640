import { and, like, not, or, sql, type SQL } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { scimRefusals } from "@/server/kernel/refusals/scim";
import { escaped, UnservableFilter, type Comparison, type Value } from "./comparisons";

/*
 * Filters on `emails`. One address of a person is stored in a column. A provider may store others in addition to it or
 * instead of it. A filter compares the addresses that the provider receives.
 */

/** One condition on a part of an address. */
export interface OfAddress {
  part: "value" | "type" | "primary";
  op: Comparison;
  value: Value;
}

const patterns = {
  co: (text: string) => `%${escaped(text)}%`,
  sw: (text: string) => `${escaped(text)}%`,
  ew: (text: string) => `%${escaped(text)}`,
};

/** The addresses that the provider receives. */
const shown = sql`jsonb_array_elements(case
  when jsonb_typeof(${users.scimAttributes} -> 'emails') = 'array' and ${users.scimAttributes} -> 'emails' <> '[]'
  then ${users.scimAttributes} -> 'emails'
  else jsonb_build_array(jsonb_build_object('value', ${users.email}, 'type', 'work', 'primary', true)) end)`;

/** Returns the condition for people with an address that matches the comparison. */
function hasAddress(op: Comparison, value: Value): SQL {
  const key = keyOf(value);
  // PostgreSQL cannot store NUL, so no person has such an address.
  if (key.includes("\0")) return op === "ne" ? sql`true` : sql`false`;
  // Uses a database function with its own index. Under row-level security, PostgreSQL cannot use an index over several
  // addresses.
  if (op === "eq") return sql`${users.id} = any(array(select castellan_people_at(${key})))`;
  if (op === "ne") return not(sql`coalesce(${hasAddress("eq", value)}, false)`);
  const pattern = patternOf(op, key);
  // Evaluates a cheap condition first. The addresses are expanded only for rows whose stored text contains the value.
  const asKept = `%${escaped(inJson(key))}%`;
  return or(
    like(users.emailKey, pattern),
    and(
      like(sql`lower(${users.scimAttributes} ->> 'emails')`, asKept),
      sql`exists (select 1 from ${shown} as address where lower(address ->> 'value') like ${pattern})`,
    ),
  )!;
}

/** Returns a text as a part of JSON, in which quotes and backslashes are escaped. */
export const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

function keyOf(value: Value): string {
  if (typeof value !== "string") throw new UnservableFilter(scimRefusals.text_required());
  return value.toLowerCase();
}

function patternOf(op: Comparison, key: string): string {
  if (op !== "co" && op !== "sw" && op !== "ew")
    throw new UnservableFilter(scimRefusals.operator_not_for_address({ operator: op }));
  return patterns[op](key);
}

/**
 * Returns the condition for people with at least one address that satisfies all conditions: `emails[type eq "work" and
 * value eq "…"]`.
 */
export function hasAddressWith(conditions: OfAddress[]): SQL {
  const values = conditions.filter(({ part }) => part === "value");
  if (values.length === 0) throw new UnservableFilter(scimRefusals.address_value_required());
  if (values.length === conditions.length)
    return and(...values.map(({ op, value }) => hasAddress(op, value)))!;
  // Each condition on a value uses an index and finds few people. Only the addresses of these people are expanded.
  const found = values.filter(({ op }) => op !== "ne");
  return and(
    ...found.map(({ op, value }) => hasAddress(op, value)),
    sql`exists (select 1 from ${shown} as address where ${and(...conditions.map(ofOne))})`,
  )!;
}

/** Returns the condition on one expanded address. */
function ofOne({ part, op, value }: OfAddress): SQL {
  const text = sql`lower(address ->> ${sql.raw(`'${part}'`)})`;
  if (part === "primary") {
    if (op !== "eq" || !/^(true|false)$/i.test(String(value)))
      throw new UnservableFilter(scimRefusals.primary_not_boolean());
    return sql`coalesce(${text}, 'false') = ${String(value).toLowerCase()}`;
  }
  const key = keyOf(value);
  if (key.includes("\0")) return op === "ne" ? sql`true` : sql`false`;
  if (op === "eq") return sql`${text} = ${key}`;
  if (op === "ne") return sql`${text} is distinct from ${key}`;
  return like(text, patternOf(op, key));
}
