import * as z from "zod";
import { query } from "@/server/kernel/operation/operation";

/** For the rule form: a rule about data that the installation lacks has no effect, and the form shows a warning. */
export const getLocatingKnowledge = query({
  name: "getLocatingKnowledge",
  capability: "ManageAccessRules",
  summary: "Get which location data this installation has",
  input: z.strictObject({}),
  output: z.object({ regions: z.boolean(), anonymizers: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.locates),
  run: (_context, _input, locates) => Promise.resolve(locates),
});
