import { and, like, not, or, sql, type SQL } from "drizzle-orm";
import { users } from "@/db/tenant/users";
import { escaped, UnservableFilter, type Comparison, type Value } from "./comparisons";
import { scimRefusals } from "./conditions";
import { defineRefusals } from "@/server/kernel/texts/define";

const refusals = defineRefusals("scim", {
  operator_not_for_address: { status: 400, text: "{operator} cannot be used with an address." },
  primary_not_boolean: { status: 400, text: "emails.primary is compared with true or false, by eq." },
  address_value_required: {
    status: 400,
    text: "Type and primary of emails can be filtered by only together with their value.",
  },
});

/*
 * Filters on the SCIM attribute `emails`. The column `email` contains one e-mail address of a user. `scimAttributes` can
 * contain a list of addresses from an identity provider, with or without this address. Responses to the provider contain this
 * list, or else the address in the column. A filter compares the addresses in the response.
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

/** The e-mail addresses in the response to an identity provider, one row for each address. */
const shown = sql`jsonb_array_elements(case
  when jsonb_typeof(${users.scimAttributes} -> 'emails') = 'array' and ${users.scimAttributes} -> 'emails' <> '[]'
  then ${users.scimAttributes} -> 'emails'
  else jsonb_build_array(jsonb_build_object('value', ${users.email}, 'type', 'work', 'primary', true)) end)`;

/** Returns the condition for users with an e-mail address that matches the comparison. */
function hasAddress(op: Comparison, value: Value): SQL {
  const key = keyOf(value);
  // PostgreSQL cannot store the character NUL. No stored address contains it.
  if (key.includes("\0")) return op === "ne" ? sql`true` : sql`false`;
  // Calls a database function that uses an index on all addresses of a user. A plain condition cannot use this index under
  // row-level security.
  if (op === "eq") return sql`${users.id} = any(array(select castellan_people_at(${key})))`;
  if (op === "ne") return not(sql`coalesce(${hasAddress("eq", value)}, false)`);
  const pattern = patternOf(op, key);
  // Checks a cheap condition first. The list of addresses is expanded only for rows whose stored JSON contains the value.
  const asKept = `%${escaped(inJson(key))}%`;
  return or(
    like(users.emailKey, pattern),
    and(
      like(sql`lower(${users.scimAttributes} ->> 'emails')`, asKept),
      sql`exists (select 1 from ${shown} as address where lower(address ->> 'value') like ${pattern})`,
    ),
  )!;
}

/** Returns a text with the escapes of a JSON string, without the quotes around it. */
export const inJson = (text: string) => JSON.stringify(text).slice(1, -1);

function keyOf(value: Value): string {
  if (typeof value !== "string") throw new UnservableFilter(scimRefusals.text_required());
  return value.toLowerCase();
}

function patternOf(op: Comparison, key: string): string {
  if (op !== "co" && op !== "sw" && op !== "ew")
    throw new UnservableFilter(refusals.operator_not_for_address({ operator: op }));
  return patterns[op](key);
}

/**
 * Returns the condition for users with at least one e-mail address that satisfies all conditions, as in `emails[type eq "work"
 * and value eq "…"]`.
 */
export function hasAddressWith(conditions: OfAddress[]): SQL {
  const values = conditions.filter(({ part }) => part === "value");
  if (values.length === 0) throw new UnservableFilter(refusals.address_value_required());
  if (values.length === conditions.length)
    return and(...values.map(({ op, value }) => hasAddress(op, value)))!;
  // Each condition on a value uses an index and finds few users. Only the addresses of these users are expanded.
  const found = values.filter(({ op }) => op !== "ne");
  return and(
    ...found.map(({ op, value }) => hasAddress(op, value)),
    sql`exists (select 1 from ${shown} as address where ${and(...conditions.map(ofOne))})`,
  )!;
}

/** Returns the condition on one address of the expanded list. */
function ofOne({ part, op, value }: OfAddress): SQL {
  const text = sql`lower(address ->> ${sql.raw(`'${part}'`)})`;
  if (part === "primary") {
    if (op !== "eq" || !/^(true|false)$/i.test(String(value)))
      throw new UnservableFilter(refusals.primary_not_boolean());
    return sql`coalesce(${text}, 'false') = ${String(value).toLowerCase()}`;
  }
  const key = keyOf(value);
  if (key.includes("\0")) return op === "ne" ? sql`true` : sql`false`;
  if (op === "eq") return sql`${text} = ${key}`;
  if (op === "ne") return sql`${text} is distinct from ${key}`;
  return like(text, patternOf(op, key));
}
