import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { defineTexts } from "@/server/kernel/texts/define";
import { limit } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";

const texts = defineTexts("rule", {
  max_session: "At most {max} session at a time",
  max_sessions: "At most {max} sessions at a time",
});

export const sessions = limit({
  schema: z.strictObject({ maxSessions: wholeNumber(1, 50) }),
  fields: { maxSessions: z.unknown().optional().describe("sessions: 1 to 50") },
  demand: ({ maxSessions: max }) => (max === 1 ? texts.max_session({ max }) : texts.max_sessions({ max })),
  generate: (fc) => fc.record({ maxSessions: fc.integer({ min: 1, max: 9 }) }),
  words: {
    en: {
      label: "Concurrent sessions",
      hint: "Maximum number of sessions at the same time.",
      inLog: "concurrent sessions",
      sentence: `${subjectWords.en.can} have at most {count, plural, one {# session} other {# sessions}}${subjectWords.en.each} at the same time.`,
      fields: { maxSessions: "Concurrent sessions" },
      form: {
        input: "Concurrent sessions",
        inputHint: "1 to 50",
      },
    },
    de: {
      label: "Gleichzeitige Sitzungen",
      hint: "Höchstzahl gleichzeitiger Sitzungen.",
      inLog: "gleichzeitige Sitzungen",
      sentence: `${subjectWords.de.can} höchstens {count, plural, one {# Sitzung} other {# Sitzungen}} gleichzeitig haben${subjectWords.de.each}.`,
      fields: { maxSessions: "Gleichzeitige Sitzungen" },
      form: {
        input: "Gleichzeitige Sitzungen",
        inputHint: "1 bis 50",
      },
    },
  },
});
