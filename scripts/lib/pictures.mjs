// The overview page of the console's pictures.

const themes = ["light", "dark"];
const nameOf = /^([\w-]+)-(light|dark)-(\d+)\.png$/;

/**
 * Returns an HTML page with the pictures among these files, with a section for each page of the console: its
 * themes beside each other, wide before narrow. Ignores files with other names.
 * @param {string[]} files named `<page>-<theme>-<width>.png`
 * @returns {{ html: string, count: number }}
 */
export function overview(files) {
  /** @type {Map<string, { file: string, theme: string, width: number }[]>} */
  const pages = new Map();
  for (const file of [...files].sort()) {
    const [, page, theme, width] = nameOf.exec(file) ?? [];
    if (!page || !theme || !width) continue;
    pages.set(page, [...(pages.get(page) ?? []), { file, theme, width: Number(width) }]);
  }
  const sections = [...pages].map(([page, pictures]) => {
    const figures = pictures
      .sort(
        (one, other) => other.width - one.width || themes.indexOf(one.theme) - themes.indexOf(other.theme),
      )
      .map(({ file, theme, width }) => {
        const words = `${theme}, ${width} wide`;
        return `<figure style="flex: ${width} 1 0"><a href="${file}"><img src="${file}" alt="${page}, ${words}" loading="lazy" /></a><figcaption>${words}</figcaption></figure>`;
      });
    return `<section id="${page}"><h2><a href="#${page}">${page}</a></h2><div>${figures.join("")}</div></section>`;
  });
  return { html: document(sections), count: [...pages.values()].flat().length };
}

/** @param {string[]} sections */
const document = (sections) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Pictures of the console</title>
    <style>
      :root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
      body { margin: 1rem; }
      h2 { font-size: 1rem; margin: 1.5rem 0 0.5rem; }
      h2 a { color: inherit; text-decoration: none; }
      section > div { display: flex; gap: 0.75rem; align-items: start; }
      figure { margin: 0; min-width: 0; }
      img { display: block; width: 100%; border: 1px solid gray; }
    </style>
  </head>
  <body>
    <h1>Pictures of the console</h1>
    ${sections.length === 0 ? "<p>There are none.</p>" : sections.join("\n    ")}
  </body>
</html>
`;
