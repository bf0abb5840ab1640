import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { defineTexts } from "@/server/kernel/texts/define";
import { limit } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";

const texts = defineTexts("rule", {
  max_hour: "Sessions last at most {max} hour",
  max_hours: "Sessions last at most {max} hours",
  max_minute: "Sessions last at most {max} minute",
  max_minutes: "Sessions last at most {max} minutes",
});

export const sessionlength = limit({
  schema: z.strictObject({ maxSessionMinutes: wholeNumber(1, 43_200) }),
  fields: { maxSessionMinutes: z.unknown().optional().describe("sessionlength: 1 to 43200") },
  demand: ({ maxSessionMinutes: minutes }) => {
    const hours = minutes / 60;
    if (!Number.isInteger(hours))
      return minutes === 1 ? texts.max_minute({ max: minutes }) : texts.max_minutes({ max: minutes });
    return hours === 1 ? texts.max_hour({ max: hours }) : texts.max_hours({ max: hours });
  },
  generate: (fc) => fc.record({ maxSessionMinutes: fc.integer({ min: 5, max: 99 }) }),
  words: {
    en: {
      label: "Session length",
      hint: "How long a sign-in lasts at most.",
      inLog: "session length",
      sentence: `${subjectWords.en.can} stay signed in for at most {length}.`,
      fields: { maxSessionMinutes: "Session length (minutes)" },
      form: {
        input: "Longest session (minutes)",
        inputHint: "1 to 43,200, which is 30 days; 480 is eight hours",
      },
    },
    de: {
      label: "Sitzungsdauer",
      hint: "Wie lange eine Anmeldung höchstens gilt.",
      inLog: "Sitzungsdauer",
      sentence: `${subjectWords.de.can} höchstens {length} angemeldet bleiben.`,
      fields: { maxSessionMinutes: "Sitzungsdauer (Minuten)" },
      form: {
        input: "Längste Sitzung (Minuten)",
        inputHint: "1 bis 43.200, das sind 30 Tage; 480 sind acht Stunden",
      },
    },
  },
});
