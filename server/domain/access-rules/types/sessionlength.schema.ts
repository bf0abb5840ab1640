import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { limit } from "../rule-type.schema";

export const sessionlength = limit({
  schema: z.strictObject({ maxSessionMinutes: wholeNumber(1, 43_200) }),
  fields: { maxSessionMinutes: z.unknown().optional().describe("sessionlength: 1 to 43200") },
  demand: ({ maxSessionMinutes: minutes }) => {
    const hours = minutes / 60;
    return Number.isInteger(hours)
      ? `Sessions last at most ${hours} ${hours === 1 ? "hour" : "hours"}`
      : `Sessions last at most ${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  },
  generate: (fc) => fc.record({ maxSessionMinutes: fc.integer({ min: 5, max: 99 }) }),
});
