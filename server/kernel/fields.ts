import * as z from "zod";

/* Fields that inputs and outputs of many areas share. Safe for the browser: forms use the same schemas. */

export const Id = z.int().positive();

/** ISO 8601, UTC. */
export const Timestamp = z.string().meta({ format: "date-time", example: "2026-03-14T09:26:53.000Z" });

export const timestamp = (at: Date) => at.toISOString();
export const timestampOrNull = (at: Date | null) => at?.toISOString() ?? null;

/** A display name: not empty after trimming, without control characters. */
export const Name = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(200, "must have at most 200 characters")
  .regex(/^\P{Cc}*$/u, "must not contain control characters");

export const Description = z.string().trim().max(2_000, "must have at most 2000 characters");

/** An e-mail address: stored unchanged, compared without case. */
export const EmailAddress = z
  .string()
  .trim()
  .max(254, "must have at most 254 characters")
  .pipe(z.email("must be an e-mail address"));

/** Creates a whole number with bounds that the refusal names. */
export function wholeNumber(min: number, max: number) {
  const error = `must be a whole number from ${min} to ${max}`;
  return z.int(error).min(min, error).max(max, error);
}

/** Text of a search. */
export const SearchText = z.string().max(200, "must have at most 200 characters");

/** Number of entries on a page of a list. */
export const Limit = wholeNumber(1, 200).default(50);

const earliest = Date.parse("0001-01-01T00:00:00Z");

/** A point in time from a caller. */
export const Instant = z.iso
  .datetime({ offset: true, error: "must be a timestamp like 2026-03-14T09:26:53Z" })
  .refine((text) => Date.parse(text) >= earliest, "must not be before the year 1")
  .meta({ format: "date-time", example: "2026-03-14T09:26:53Z" });
