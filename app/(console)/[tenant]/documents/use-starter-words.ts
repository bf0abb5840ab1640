import { useExtracted } from "next-intl";
import type { StarterName } from "./starters";

/** Returns the title and the description of each starter template. */
export function useStarterWords(): Record<StarterName, { title: string; description: string }> {
  const t = useExtracted("documents");
  return {
    invoice: {
      title: t("Invoice"),
      description: t("Line items, taxes and a total, on as many pages as needed."),
    },
    receipt: { title: t("Receipt"), description: t("A receipt roll of 80 millimetres.") },
    letter: {
      title: t("Letter"),
      description: t("Address, date and text, positioned for window envelopes."),
    },
    certificate: {
      title: t("Certificate"),
      description: t("One landscape page, with a border and two signatures."),
    },
    report: { title: t("Report"), description: t("Headings, figures and tables, with numbered pages.") },
    ticket: { title: t("Ticket"), description: t("Date, place, seat, and a code to scan.") },
    "packing-slip": {
      title: t("Packing slip"),
      description: t("A checklist of the contents."),
    },
  };
}
