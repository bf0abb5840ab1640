import type * as z from "zod";
import { must } from "./must";

/*
 * Validation messages for schemas without their own. Safe for the browser: forms show the same messages as the
 * interfaces.
 */

/** Messages for a value of the wrong type, by the required type. */
const types: Record<string, string> = {
  string: must("not_a_text"),
  number: must("not_a_number"),
  int: must("not_whole"),
  boolean: must("not_a_boolean"),
  array: must("not_a_list"),
  object: must("not_an_object"),
  record: must("not_an_object"),
  null: must("not_null"),
};

const formats: Record<string, string> = {
  email: must("not_email"),
  url: must("not_url"),
  datetime: must("not_timestamp"),
};

const notValid = must("not_valid");

/** Returns true for `z.int()`, which reports "number" as the required type. */
const isWhole = ({ inst }: z.core.$ZodRawIssue) =>
  (inst?._zod.def as { format?: string } | undefined)?.format === "safeint";

/** A bound as a parameter. A bound of a date or a bigint is written as text. */
const bound = (value: unknown) => (typeof value === "number" ? value : String(value));

function tooBig({ origin, maximum, inclusive, exact }: z.core.$ZodIssueTooBig): string {
  const max = bound(maximum);
  if (origin === "string") return exact ? must("wrong_length", { length: max }) : must("too_long", { max });
  if (origin === "array")
    return exact ? must("wrong_item_count", { count: max }) : must("too_many_items", { max });
  return inclusive === false ? must("not_below", { limit: max }) : must("too_high", { max });
}

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodIssueTooSmall): string {
  const min = bound(minimum);
  if ((origin === "string" || origin === "array") && min === 1 && !exact) return must("empty");
  if (origin === "string") return exact ? must("wrong_length", { length: min }) : must("too_short", { min });
  if (origin === "array")
    return exact ? must("wrong_item_count", { count: min }) : must("too_few_items", { min });
  return inclusive === false ? must("not_above", { limit: min }) : must("too_low", { min });
}

/**
 * Returns the message for an issue. Passed to zod as the `error` option of a parse, which applies to schemas
 * without a message of their own.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return must("required");
      return types[isWhole(issue) ? "int" : issue.expected] ?? notValid;
    case "invalid_value":
      return issue.values.length === 1
        ? must("only", { value: String(issue.values[0]) })
        : must("one_of", { values: issue.values.map(String).join(", ") });
    case "too_big":
      return tooBig(issue as z.core.$ZodIssueTooBig);
    case "too_small":
      return tooSmall(issue as z.core.$ZodIssueTooSmall);
    case "not_multiple_of":
      return must("not_a_multiple", { step: bound(issue.divisor) });
    case "invalid_format":
      return formats[issue.format] ?? notValid;
    case "unrecognized_keys":
      return must("unknown_keys", { names: issue.keys.join(", ") });
    default:
      return notValid;
  }
}
