import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { defineTexts } from "@/server/kernel/texts/define";
import { limit } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";

const texts = defineTexts("rule", {
  max_device: "At most {max} device",
  max_devices: "At most {max} devices",
});

export const devices = limit({
  schema: z.strictObject({ maxDevices: wholeNumber(1, 20) }),
  fields: { maxDevices: z.unknown().optional().describe("devices: 1 to 20") },
  demand: ({ maxDevices: max }) => (max === 1 ? texts.max_device({ max }) : texts.max_devices({ max })),
  generate: (fc) => fc.record({ maxDevices: fc.integer({ min: 1, max: 9 }) }),
  words: {
    en: {
      label: "Devices",
      hint: "Maximum number of browsers and devices.",
      inLog: "devices",
      sentence: `${subjectWords.en.can} use at most {count, plural, one {# device} other {# devices}}${subjectWords.en.each}.`,
      fields: { maxDevices: "Maximum devices" },
      form: {
        input: "Devices per person",
        inputHint: "1 to 20",
      },
    },
    de: {
      label: "Geräte",
      hint: "Höchstzahl der Browser und Geräte.",
      inLog: "Geräte",
      sentence: `${subjectWords.de.can} höchstens {count, plural, one {# Gerät} other {# Geräte}} verwenden${subjectWords.de.each}.`,
      fields: { maxDevices: "Höchstzahl der Geräte" },
      form: {
        input: "Geräte je Person",
        inputHint: "1 bis 20",
      },
    },
  },
});
