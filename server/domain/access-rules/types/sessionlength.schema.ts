import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { limit } from "../rule-type.schema";

export const sessionlength = limit({
  schema: z.strictObject({ maxSessionMinutes: wholeNumber(1, 43_200) }),
  fields: { maxSessionMinutes: z.unknown().optional().describe("sessionlength: 1 to 43200") },
  demand: ({ maxSessionMinutes: minutes }) => {
    const hours = minutes / 60;
    if (!Number.isInteger(hours))
      return minutes === 1 ? ruleTexts.max_minute({ max: minutes }) : ruleTexts.max_minutes({ max: minutes });
    return hours === 1 ? ruleTexts.max_hour({ max: hours }) : ruleTexts.max_hours({ max: hours });
  },
  generate: (fc) => fc.record({ maxSessionMinutes: fc.integer({ min: 5, max: 99 }) }),
});
