import type * as z from "zod";

/*
 * Validation messages for schemas without their own, in words that follow the field's name. Safe for the
 * browser: forms show the same messages as the interfaces.
 */

/** Messages for a value of the wrong type, by the required type. */
const types: Record<string, string> = {
  string: "must be a text",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  array: "must be a list",
  object: "must be an object",
  record: "must be an object",
  null: "must be null",
};

const formats: Record<string, string> = {
  email: "must be an e-mail address",
  url: "must be a URL",
  datetime: "must be a timestamp like 2026-03-14T09:26:53Z",
};

/** Returns true for `z.int()`, which reports "number" as the required type. */
const isWhole = ({ inst }: z.core.$ZodRawIssue) =>
  (inst?._zod.def as { format?: string } | undefined)?.format === "safeint";

function tooBig({ origin, maximum, inclusive, exact }: z.core.$ZodIssueTooBig): string {
  if (origin === "string")
    return exact ? `must have ${maximum} characters` : `must have at most ${maximum} characters`;
  if (origin === "array") return exact ? `must have ${maximum} items` : `must have at most ${maximum} items`;
  return inclusive === false ? `must be less than ${maximum}` : `must be at most ${maximum}`;
}

function tooSmall({ origin, minimum, inclusive, exact }: z.core.$ZodIssueTooSmall): string {
  if ((origin === "string" || origin === "array") && minimum === 1 && !exact) return "must not be empty";
  if (origin === "string")
    return exact ? `must have ${minimum} characters` : `must have at least ${minimum} characters`;
  if (origin === "array") return exact ? `must have ${minimum} items` : `must have at least ${minimum} items`;
  return inclusive === false ? `must be greater than ${minimum}` : `must be at least ${minimum}`;
}

/**
 * Returns the message for an issue. For zod's `error` option of a parse, which applies to schemas without
 * their own message.
 */
export function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "must be given";
      return types[isWhole(issue) ? "int" : issue.expected] ?? "is not valid";
    case "invalid_value":
      return issue.values.length === 1
        ? `can only be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(", ")}`;
    case "too_big":
      return tooBig(issue as z.core.$ZodIssueTooBig);
    case "too_small":
      return tooSmall(issue as z.core.$ZodIssueTooSmall);
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "invalid_format":
      return formats[issue.format] ?? "is not valid";
    case "unrecognized_keys":
      return `must not hold ${issue.keys.join(", ")}`;
    default:
      return "is not valid";
  }
}
