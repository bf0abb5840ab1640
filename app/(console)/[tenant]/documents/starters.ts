/** Templates of our own to start from: good enough to be used as they are. Their files are public/document-starters/<name>.*. */
export const starters = {
  invoice: { title: "Invoice", description: "Positions, taxes and a total, over as many pages as it takes." },
  receipt: { title: "Receipt", description: "A till roll of 80 millimetres." },
  letter: { title: "Letter", description: "Address, date and text, as an envelope's window wants them." },
  certificate: { title: "Certificate", description: "One page across, with a border and two signatures." },
  report: { title: "Report", description: "Headings, figures and tables, with numbered pages." },
  ticket: { title: "Ticket", description: "Date, place, seat, and a code to scan." },
  "packing-slip": { title: "Packing slip", description: "What is in the box, to be ticked off." },
} as const;

export type StarterName = keyof typeof starters;
export const starterNames = Object.keys(starters) as StarterName[];

/** What a starter says, from its files. */
export async function readStarter(name: StarterName) {
  const [html, sampleData] = await Promise.all(
    ["html", "json"].map(async (kind) => {
      const response = await fetch(`/document-starters/${name}.${kind}`);
      if (!response.ok) throw new Error("The starter could not be loaded.");
      return response.text();
    }),
  );
  return { html: html!, sampleData: sampleData!, pageSize: null, orientation: null };
}
