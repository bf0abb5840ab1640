import * as z from "zod";
import { defineTexts } from "@/server/kernel/texts/define";
import { matchOf } from "../matching.schema";
import { denial } from "../rule-type.schema";
import { subjectWords } from "../rule-words.schema";
import { sentence } from "../wording.schema";

const texts = defineTexts("rule", {
  no_anonymizer: "Not through a VPN, a proxy or Tor",
  anonymizer_denied: "Sign-ins through a VPN, a proxy or Tor are denied.",
  needs_anonymizer: "whether they come through a VPN, a proxy or Tor",
});

export const anonymizer = denial({
  schema: z.strictObject({}),
  fields: {},
  // The table of sign-ins does not store if an address belonged to a VPN.
  foreseeable: false,
  description: "the address is a VPN's, a proxy's or of Tor",
  demand: () => texts.no_anonymizer(),
  matches: (_definition, facts) => (facts.anonymizer === null ? "unknown" : matchOf(facts.anonymizer)),
  sentence: () => sentence(texts.anonymizer_denied()),
  missing: () => texts.needs_anonymizer(),
  compileDenials: (rules) => {
    const all = rules.map(({ refuser }) => refuser);
    return (facts) => (facts.anonymizer ? all : []);
  },
  generate: (fc) => fc.constant({}),
  words: {
    en: {
      label: "No anonymizers",
      hint: "Block VPN providers, proxies and Tor.",
      inLog: "no anonymizers",
      sentence: `${subjectWords.en.cannotSignIn} through a VPN provider, a proxy or Tor.`,
      fields: {},
      form: {
        noPreview:
          "No preview is available, because sign-in records do not show whether an address belonged to a VPN.",
        noData:
          "This rule refuses nobody, because this installation has no addresses of VPN providers, proxies or Tor. The operator can add a list (ANONYMIZER_LIST).",
      },
    },
    de: {
      label: "Keine Anonymisierungsdienste",
      hint: "VPN-Anbieter, Proxys und Tor blockieren.",
      inLog: "keine Anonymisierungsdienste",
      sentence: `${subjectWords.de.cannotOneself} über einen VPN-Anbieter, einen Proxy oder Tor anmelden.`,
      fields: {},
      form: {
        noPreview:
          "Eine Vorschau ist nicht möglich, denn bei Anmeldungen wird nicht festgehalten, ob die Adresse zu einem VPN gehörte.",
        noData:
          "Diese Regel weist niemanden ab, denn diese Installation kennt keine Adressen von VPN-Anbietern, Proxys oder Tor. Der Betreiber kann eine Liste hinzufügen (ANONYMIZER_LIST).",
      },
    },
  },
});
