import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";

/**
 * Returns the kinds of location data that this installation has. The rule form shows a warning for a rule
 * about missing data, because such a rule has no effect.
 */
export const getLocatingKnowledge = query({
  name: "getLocatingKnowledge",
  capability: "ManageAccessRules",
  summary: "Get which location data this installation has",
  input: z.strictObject({}),
  output: z.object({ regions: z.boolean(), anonymizers: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.locates),
  run: (_context, _input, locates) => Promise.resolve(locates),
});
