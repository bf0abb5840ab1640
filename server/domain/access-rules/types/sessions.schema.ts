import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { limit } from "../rule-type.schema";

export const sessions = limit({
  schema: z.strictObject({ maxSessions: wholeNumber(1, 50) }),
  fields: { maxSessions: z.unknown().optional().describe("sessions: 1 to 50") },
  demand: ({ maxSessions: most }) => `At most ${most} ${most === 1 ? "session" : "sessions"} at a time`,
  generate: (fc) => fc.record({ maxSessions: fc.integer({ min: 1, max: 9 }) }),
});
