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
