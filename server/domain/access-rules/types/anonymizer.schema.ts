import * as z from "zod";
import { matchOf } from "../matching.schema";
import { denial } from "../rule-type.schema";
import { sentence } from "../wording.schema";

export const anonymizer = denial({
  schema: z.strictObject({}),
  fields: {},
  // Sign-ins do not store whether their address belonged to a VPN.
  foreseeable: false,
  description: "the address is a VPN's, a proxy's or of Tor",
  demand: () => "Not through a VPN, a proxy or Tor",
  matches: (_definition, facts) => (facts.anonymizer === null ? "unknown" : matchOf(facts.anonymizer)),
  sentence: () => sentence("Sign-ins through a VPN, a proxy or Tor are denied."),
  missing: () => "whether they come through a VPN, a proxy or Tor",
  compileDenials: (rules) => {
    const all = rules.map(({ refuser }) => refuser);
    return (facts) => (facts.anonymizer ? all : []);
  },
  generate: (fc) => fc.constant({}),
});
