import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { limit } from "../rule-type.schema";

export const devices = limit({
  schema: z.strictObject({ maxDevices: wholeNumber(1, 20) }),
  fields: { maxDevices: z.unknown().optional().describe("devices: 1 to 20") },
  demand: ({ maxDevices: max }) =>
    max === 1 ? ruleTexts.max_device({ max }) : ruleTexts.max_devices({ max }),
  generate: (fc) => fc.record({ maxDevices: fc.integer({ min: 1, max: 9 }) }),
});
