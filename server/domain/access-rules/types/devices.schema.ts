import * as z from "zod";
import { wholeNumber } from "@/server/kernel/fields";
import { limit } from "../rule-type.schema";

export const devices = limit({
  schema: z.strictObject({ maxDevices: wholeNumber(1, 20) }),
  fields: { maxDevices: z.unknown().optional().describe("devices: 1 to 20") },
  demand: ({ maxDevices: most }) => `At most ${most} ${most === 1 ? "device" : "devices"}`,
  generate: (fc) => fc.record({ maxDevices: fc.integer({ min: 1, max: 9 }) }),
});
