/** Templates of our own to start from: good enough to be used as they are. Their files are public/document-starters/<name>.*. */
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

/** What a starter says, from its files. */
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
