import * as z from "zod";
import { asciiAddress, hasValidLabels, MAIL_ADDRESS } from "./strings/mail-address";
import { must } from "./strings/must";

/*
 * Fields of the inputs and outputs of many operations. This module may be loaded in the browser, because forms use the same
 * schemas.
 */

export const Id = z.int().positive();

/** A point in time as text: ISO 8601, UTC. */
export const Timestamp = z.string().meta({ format: "date-time", example: "2026-03-14T09:26:53.000Z" });

export const timestamp = (at: Date) => at.toISOString();
export const timestampOrNull = (at: Date | null) => at?.toISOString() ?? null;

/** Creates the schema of a line of text: not empty after trimming, at most `max` characters, without control characters. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^\P{Cc}*$/u, must("control_characters"));

/** A name for display. */
export const Name = line(200);

export const Description = z.string().trim().max(2_000);

/**
 * An e-mail address. Its domain is stored in ASCII (`xn--…`), everything else unchanged. Compared without regard to letter case.
 */
export const EmailAddress = z
  .string()
  .trim()
  .overwrite(asciiAddress)
  .max(254)
  .pipe(z.email({ pattern: MAIL_ADDRESS, abort: true }).refine(hasValidLabels, must("not_email")));

/** Creates the schema of a whole number from `min` to `max`. The refusal contains both bounds. */
export function wholeNumber(min: number, max: number) {
  const error = must("not_in_range", { min, max });
  return z.int(error).min(min, error).max(max, error);
}

type OneOf =
  | readonly [string, string]
  | readonly [string, string, string]
  | readonly [string, string, string, string];

/** Creates the schema of a choice of a few names. The refusal lists the names. */
export function oneOf<const Names extends OneOf>(...names: Names) {
  const [first, second, third, fourth]: readonly [string, string, string?, string?] = names;
  if (third === undefined) return z.enum(names, must("one_of_two", { first, second }));
  if (fourth === undefined) return z.enum(names, must("one_of_three", { first, second, third }));
  return z.enum(names, must("one_of_four", { first, second, third, fourth }));
}

/** Text that the caller searches for. */
export const SearchText = z.string().max(200);

/** Number of entries on a page of a list. */
export const Limit = wholeNumber(1, 200).default(50);

const earliest = Date.parse("0001-01-01T00:00:00Z");

/** A point in time in the input of a caller. */
export const Instant = z.iso
  .datetime({ offset: true, error: must("not_timestamp") })
  .refine((text) => Date.parse(text) >= earliest, must("before_year_1"))
  .meta({ format: "date-time", example: "2026-03-14T09:26:53Z" });
