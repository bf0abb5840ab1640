import * as z from "zod";
import { AppPatch } from "@/server/domain/apps/apps.schema";
import { AppOrigins } from "@/server/domain/apps/console.schema";
import { linesIn } from "./lines";
import { plainWords } from "@/server/kernel/strings/plain-words";
import type { UriWords } from "./uri-words";

/** Returns a schema for a text with one redirect URI per line. */
export const uriLines = (least: 0 | 1, most: number, words: UriWords) =>
  addressLines(AppPatch.shape.redirectUri, least, most, words);

/** Returns a schema for a text with one origin per line. */
export const originLines = (most: number, words: UriWords) =>
  addressLines(AppOrigins.shape.allowedOrigins.element, 0, most, words);

/**
 * Returns a schema for a text with one address per line. Applies the rule of the server to each line. The error message
 * contains the line number if the text has several lines.
 */
const addressLines = (address: z.ZodType, least: 0 | 1, most: number, words: UriWords) =>
  z
    .string()
    .optional()
    .transform((text = "") => linesIn(text))
    .superRefine((uris, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (uris.length < least) refuse(words.none);
      if (uris.length > most) refuse(words.tooMany(most));
      for (const [index, uri] of uris.entries()) {
        const problem = address.safeParse(uri, { error: plainWords }).error?.issues[0]?.message;
        if (problem !== undefined)
          return refuse(words.problem(problem, uris.length === 1 ? null : index + 1));
      }
    });
