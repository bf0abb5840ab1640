import { useExtracted } from "next-intl";

/** Names of the starter templates that Castellan ships. The files of a starter are public/document-starters/<name>.*. */
export const starterNames = [
  "invoice",
  "receipt",
  "letter",
  "certificate",
  "report",
  "ticket",
  "packing-slip",
] as const;

export type StarterName = (typeof starterNames)[number];

const upright = { width: 339, height: 480 };

/** Sizes of the pictures of the starters, in pixels. The page reserves the space before a picture loads. */
export const pictureSizes: Record<StarterName, { width: number; height: number }> = {
  invoice: upright,
  receipt: { width: 214, height: 480 },
  letter: upright,
  certificate: { width: 480, height: 339 },
  report: upright,
  ticket: { width: 480, height: 338 },
  "packing-slip": upright,
};

/** Fetches the files of a starter template. */
export async function readStarter(name: StarterName) {
  const [html, sampleData] = await Promise.all(
    ["html", "json"].map(async (kind) => {
      const response = await fetch(`/document-starters/${name}.${kind}`);
      if (!response.ok) throw new Error(`${name}.${kind}: ${response.status}`);
      return response.text();
    }),
  );
  return { html: html!, sampleData: sampleData!, pageSize: null, orientation: null };
}

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
