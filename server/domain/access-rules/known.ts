import * as z from "zod";
import { query } from "@/server/kernel/operation";

/** For the builder of rules: one that looks at what is never known here has no effect, and has to say so. */
export const getLocatingKnowledge = query({
  name: "getLocatingKnowledge",
  capability: "ManageAccessRules",
  summary: "Tell what this installation can know of an address",
  input: z.strictObject({}),
  output: z.object({ regions: z.boolean(), anonymizers: z.boolean() }),
  prepare: ({ ports }) => Promise.resolve(ports.installation.locates),
  run: (_context, _input, locates) => Promise.resolve(locates),
});
