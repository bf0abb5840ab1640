import { Document, Page, renderToBuffer } from "@react-pdf/renderer";
import type { Element } from "domhandler";
import { findAll, textContent } from "domutils";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { createElement } from "react";
import { createStyleSheet } from "./css/cascade";
import { defaults } from "./css/defaults";
import { points, sides, size } from "./css/values";
import { TemplateError } from "./errors";
import { contentOf, outermost, styled, type Build } from "./layout/build";
import { fillTemplate } from "./template/evaluate";

export interface RenderJob {
  /** The HTML template. */
  template: string;
  data: object;
  options: { pageSize?: "A4" | "Letter" | undefined; orientation?: "portrait" | "landscape" | undefined };
}

export interface Rendered {
  pdf: Uint8Array;
  /** What was left out: names that the data lacks, pictures that cannot be shown. */
  warnings: string[];
}

const MOST_PAGES = 500;

/** A template and its data as a PDF: filled, parsed, styled, laid out, set. */
export async function render({ template, data, options }: RenderJob): Promise<Rendered> {
  const filled = fillTemplate(template, data);
  const document = parse(filled.html, { treeAdapter: adapter });
  const elements = findAll(() => true, document.children);
  const named = (name: string) => elements.filter((element) => element.name === name);
  const sheets = named("style").map((element) => textContent(element));
  const sheet = createStyleSheet(document, sheets, defaults);
  const build: Build = { sheet, warnings: new Set(), count: 0 };
  const [html] = named("html");
  const [body] = named("body");
  const page = pageOf(sheet.page, options);
  const content = body && html ? bodyOf(html, body, build) : [];
  const title = named("title")[0];
  const pdf = await renderToBuffer(
    createElement(
      Document,
      {
        ...(title && { title: textContent(title).trim().slice(0, 500) }),
        ...(html?.attribs["lang"] && { language: html.attribs["lang"].slice(0, 35) }),
        creator: "Castellan",
        producer: "Castellan",
      },
      createElement(
        Page,
        { size: page.size, orientation: page.orientation, style: page.style as never },
        ...content,
      ),
    ),
  );
  // Page objects stand in the file as they are; their tree, `/Type /Pages`, is not one of them.
  const pages = pdf.toString("latin1").match(/\/Type \/Page\b(?!s)/g)?.length ?? 0;
  if (pages > MOST_PAGES) throw new TemplateError(`The document has more than ${MOST_PAGES} pages.`);
  return { pdf, warnings: [...filled.warnings, ...build.warnings] };
}

function bodyOf(html: Element, body: Element, build: Build) {
  const outer = styled(html, outermost, build);
  const { inner } = styled(body, outer.inner, build);
  return contentOf(body.children, inner, build);
}

/** The page that the request or the template's @page rule asks for; the request wins. */
function pageOf(rule: ReadonlyMap<string, string>, { pageSize, orientation }: RenderJob["options"]) {
  const context = { em: 12, rem: 12 };
  const wanted = rule.get("size")?.toLowerCase() ?? "";
  const margins = sides(rule.get("margin") ?? "56.7pt").map((side) => {
    const found = size(side, context);
    return typeof found === "number" ? found : 0;
  });
  const [top, right, bottom, left] = ["top", "right", "bottom", "left"].map(
    (side, index) => points(rule.get(`margin-${side}`) ?? "", context) ?? margins[index]!,
  );
  return {
    size:
      pageSize === "Letter" || (!pageSize && wanted.includes("letter"))
        ? ("LETTER" as const)
        : ("A4" as const),
    orientation:
      orientation ?? (wanted.includes("landscape") ? ("landscape" as const) : ("portrait" as const)),
    style: { paddingTop: top, paddingRight: right, paddingBottom: bottom, paddingLeft: left },
  };
}
