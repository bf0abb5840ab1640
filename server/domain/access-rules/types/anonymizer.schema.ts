import * as z from "zod";
import { ruleTexts } from "@/server/kernel/texts/rules";
import { matchOf } from "../matching.schema";
import { denial } from "../rule-type.schema";
import { sentence } from "../wording.schema";

export const anonymizer = denial({
  schema: z.strictObject({}),
  fields: {},
  // Sign-ins do not store whether their address belonged to a VPN.
  foreseeable: false,
  description: "the address is a VPN's, a proxy's or of Tor",
  demand: () => ruleTexts.no_anonymizer(),
  matches: (_definition, facts) => (facts.anonymizer === null ? "unknown" : matchOf(facts.anonymizer)),
  sentence: () => sentence(ruleTexts.anonymizer_denied()),
  missing: () => ruleTexts.needs_anonymizer(),
  compileDenials: (rules) => {
    const all = rules.map(({ refuser }) => refuser);
    return (facts) => (facts.anonymizer ? all : []);
  },
  generate: (fc) => fc.constant({}),
});
