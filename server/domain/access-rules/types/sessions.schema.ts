import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { limit } from "../rule-type.schema";

export const sessions = limit({
  schema: z.strictObject({ maxSessions: wholeNumber(1, 50) }),
  fields: { maxSessions: z.unknown().optional().describe("sessions: 1 to 50") },
  demand: ({ maxSessions: max }) =>
    max === 1 ? ruleTexts.max_session({ max }) : ruleTexts.max_sessions({ max }),
  generate: (fc) => fc.record({ maxSessions: fc.integer({ min: 1, max: 9 }) }),
});
