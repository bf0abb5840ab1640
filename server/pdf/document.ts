import { pdfWarnings, type Warnings } from "./warnings";
import { Element, isTag, type Document as HtmlDocument } from "domhandler";
import { findAll, textContent } from "domutils";
import { html as standard, parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import type { BlockBox } from "./boxes/box";
import { createBlock, boxesOf, createBuild, styleOf } from "./boxes/build";
import type { Computer, Styled } from "./css/compute";
import { unsupportedInline } from "./css/declarations";
import type { PageRule } from "./css/sheet";
import { TemplateError, pdfRefusals } from "./errors";
import { createLibrary, type Library } from "./fonts/library";
import type { FileFacts } from "./paint/file";
import { firstPageName } from "./pages/named";
import type { PageOptions, Papers } from "./pages/page-style";
import { createPictureStore, type Converted, type PictureStore } from "./pictures/picture";
import { stylingOf } from "./styling";

/* Converts the HTML of a filled template to a box tree, with its page rules, fonts and pictures. */

export interface Prepared extends FileFacts {
  root: BlockBox;
  /** `base` is the style that the html element inherits. `html` is the style of the html element. */
  base: Styled;
  html: Styled;
  computer: Computer;
  fonts: Library;
  pictures: PictureStore;
  papers: Papers;
  pageRules: PageRule[];
  /** True if an element sets a named string. */
  named: boolean;
  /** Link targets whose page numbers the document shows. */
  counted: ReadonlySet<string>;
  /** Ids to which links in the document refer. */
  targets: ReadonlySet<string>;
}

export function prepare(
  html: string,
  options: PageOptions,
  converted: Converted,
  warnings: Warnings,
): Prepared {
  const document: HtmlDocument = parse(html, { treeAdapter: limitedAdapter() });
  const elements = findAll(() => true, document.children);
  const named = (name: string) => elements.filter((element) => element.name === name);
  for (const link of named("link"))
    if (/stylesheet/i.test(link.attribs["rel"] ?? ""))
      warnings.add(pdfWarnings.link_left_out({ address: (link.attribs["href"] ?? "").slice(0, 60) }));
  if (named("script").length > 0) warnings.add(pdfWarnings.script_left_out());
  const texts = named("style").map((element) => {
    const media = element.attribs["media"]?.trim() ?? "";
    return media === "" || media.includes("{")
      ? textContent(element)
      : `@media ${media} {${textContent(element)}}`;
  });
  const page = firstPageName(texts, elements);
  const { papers, pageRules, cascade, computer, base, ...styling } = stylingOf(
    texts,
    isQuirky(html),
    page,
    options,
  );
  for (const warning of styling.warnings) warnings.add(warning);
  for (const { name, attribs } of elements)
    if (attribs["style"])
      for (const property of unsupportedInline(attribs["style"]))
        warnings.add(pdfWarnings.property_left_out({ property, place: `<${name.slice(0, 80)} style>` }));
  const fonts = createLibrary(styling.fonts, warnings);
  const pictures = createPictureStore(converted, warnings);
  const build = createBuild({ cascade, computer, pictures });
  const html_ = elements.find((element): element is Element => isTag(element) && element.name === "html");
  const boxes = html_ ? boxesOf(html_, base, build, 0) : [];
  const [only] = boxes;
  const outer =
    only?.kind === "block" && boxes.length === 1 ? only : createBlock(null, base.style, boxes, null);
  // The root becomes a flow-root, because the margins of its children must not leave the root.
  const root =
    outer.style.display === "block"
      ? { ...outer, style: { ...outer.style, display: "flow-root" as const } }
      : outer;
  const metas = named("meta");
  const metaOf = (name: string): string | null => {
    const found = metas.find(({ attribs }) => attribs["name"]?.toLowerCase() === name);
    return found?.attribs["content"]?.trim().slice(0, 500) || null;
  };
  const title = named("title").map((element) => textContent(element).trim())[0];
  return {
    root,
    base,
    html: html_ ? styleOf(html_, base, build, true) : base,
    computer,
    fonts,
    pictures,
    papers,
    pageRules,
    title: title ? title.slice(0, 500) : null,
    author: metaOf("author"),
    subject: metaOf("description"),
    keywords: metaOf("keywords"),
    named: build.named,
    counted: build.counted,
    language: html_?.attribs["lang"]?.slice(0, 35) ?? null,
    targets: new Set(
      named("a").flatMap(({ attribs }) =>
        attribs["href"]?.startsWith("#") ? [attribs["href"].slice(1)] : [],
      ),
    ),
  };
}

/** Maximum depth of nested elements. The time of the parser grows with the square of the depth. */
const DEEPEST = 2_000;

/** One object that all elements without attributes share. Most elements of a long table have no attributes. */
const noAttributes: Element["attribs"] = Object.freeze(Object.create(null) as Element["attribs"]);

/**
 * Returns the adapter with which the parser builds its tree. Limits the depth of elements. Creates only one attribute object
 * for each element, because the three objects of the original adapter would take a fifth of the memory of a long table.
 */
function limitedAdapter(): typeof adapter {
  let depth = 0;
  return {
    ...adapter,
    createElement: (name, namespace, attributes) => {
      // If the document has a second html or body tag, the parser adds its attributes to the first html or body element. The
      // attribute objects of the original adapter support this.
      if (namespace !== standard.NS.HTML || name === "html" || name === "body")
        return adapter.createElement(name, namespace, attributes);
      let attribs = noAttributes;
      if (attributes.length > 0) {
        attribs = Object.create(null) as Element["attribs"];
        for (const attribute of attributes) attribs[attribute.name] = attribute.value;
      }
      const element = new Element(name, attribs, []);
      element.namespace = namespace;
      return element;
    },
    onItemPush: () => {
      if ((depth += 1) > DEEPEST) throw new TemplateError(pdfRefusals.document_nested_too_deeply());
    },
    onItemPop: () => void (depth -= 1),
  };
}

/** Returns true if a document has no doctype. Browsers render such a document in quirks mode. */
const isQuirky = (html: string) =>
  !/^\s*(<!--[\s\S]*?-->\s*|<\?[^>]*>\s*)*<!doctype\s+html/i.test(html.slice(0, 5_000));
