import { z } from "zod";
import { AppPatch } from "@/server/domain/apps/apps.schema";

/** Addresses typed one per line; each is checked by the server's own rule, and what is wrong names its line. */
export const uriLines = (least: 0 | 1, most: number) =>
  z
    .string()
    .optional()
    .transform((text = "") =>
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    )
    .superRefine((uris, context) => {
      const refuse = (message: string) => context.addIssue({ code: "custom", message });
      if (uris.length < least) refuse("Give at least one address");
      if (uris.length > most) refuse(`At most ${most} addresses`);
      for (const [index, uri] of uris.entries()) {
        const problem = AppPatch.shape.redirectUri.safeParse(uri).error?.issues[0]?.message;
        if (problem !== undefined)
          return refuse(uris.length === 1 ? problem : `Line ${index + 1}: ${problem}`);
      }
    });
