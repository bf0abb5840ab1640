import { isTag, type Document as HtmlDocument, type Element } from "domhandler";
import { findAll, textContent } from "domutils";
import { parse } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import type { BlockBox } from "./boxes/box";
import { blockOf, boxesOf, createBuild, styleOf } from "./boxes/build";
import { createCascade } from "./css/cascade";
import { createComputer, type Computer, type Styled } from "./css/compute";
import { defaults, quirks } from "./css/defaults";
import { readSheet, type PageRule } from "./css/sheet";
import { initial } from "./css/style";
import { createLibrary, type Library } from "./fonts/library";
import { paperOf, type PageOptions, type Paper } from "./pages/page-style";
import { createPictureStore, type Converted, type PictureStore } from "./pictures/picture";

/*
 * A filled template as a tree of boxes, with what is around them: paper, fonts, pictures.
 */

export interface Prepared {
  root: BlockBox;
  base: Styled;
  computer: Computer;
  fonts: Library;
  pictures: PictureStore;
  paper: Paper;
  pageRules: PageRule[];
  title: string | null;
  language: string | null;
  /** Ids that links name. */
  targets: ReadonlySet<string>;
}

export function prepare(
  html: string,
  options: PageOptions,
  converted: Converted,
  warnings: Set<string>,
): Prepared {
  const document: HtmlDocument = parse(html, { treeAdapter: adapter });
  const elements = findAll(() => true, document.children);
  const named = (name: string) => elements.filter((element) => element.name === name);
  for (const link of named("link"))
    if (/stylesheet/i.test(link.attribs["rel"] ?? ""))
      warnings.add(`link ${(link.attribs["href"] ?? "").slice(0, 60)} is left out: nothing is fetched`);
  if (named("script").length > 0) warnings.add("script is left out: nothing is run");
  const texts = named("style")
    .filter(
      ({ attribs }) =>
        !/\bscreen\b/.test(attribs["media"] ?? "") || /\b(print|all)\b/.test(attribs["media"] ?? ""),
    )
    .map((element) => textContent(element));
  // Rules for paper of some width need the paper, and that is said in the sheets.
  const first = texts.map((text) => readSheet(text, 794));
  const paper = paperOf(
    first.flatMap(({ pages }) => pages),
    options,
  );
  const width = paper.width - paper.margin[1] - paper.margin[3];
  const height = paper.height - paper.margin[0] - paper.margin[2];
  const sheets = texts.map((text) => readSheet(text, width));
  for (const sheet of sheets) for (const warning of sheet.warnings) warnings.add(warning);
  const fonts = createLibrary(
    sheets.flatMap((sheet) => sheet.fonts),
    warnings,
  );
  const computer = createComputer({ pageWidth: width, pageHeight: height, faces: fonts.faces });
  const pictures = createPictureStore(converted, warnings);
  const build = createBuild({
    cascade: createCascade([readSheet(isQuirky(html) ? defaults + quirks : defaults, width), ...sheets]),
    computer,
    pictures,
    warnings,
  });
  const base: Styled = { style: { ...initial, display: "block" }, variables: new Map() };
  const html_ = elements.find((element): element is Element => isTag(element) && element.name === "html");
  const boxes = html_ ? boxesOf(html_, base, build, 0) : [];
  const [only] = boxes;
  const outer =
    only?.kind === "block" && boxes.length === 1
      ? only
      : (blockOf(null, base.style, boxes, null) as BlockBox);
  // Margins do not reach out of the document.
  const root =
    outer.style.display === "block" ? { ...outer, style: { ...outer.style, display: "flow-root" } } : outer;
  const title = named("title").map((element) => textContent(element).trim())[0];
  return {
    root,
    base: {
      style: base.style,
      variables: html_ ? styleOf(html_, base, build, true).variables : base.variables,
    },
    computer,
    fonts,
    pictures,
    paper,
    pageRules: sheets.flatMap(({ pages }) => pages),
    title: title ? title.slice(0, 500) : null,
    language: html_?.attribs["lang"]?.slice(0, 35) ?? null,
    targets: new Set(
      named("a").flatMap(({ attribs }) =>
        attribs["href"]?.startsWith("#") ? [attribs["href"].slice(1)] : [],
      ),
    ),
  };
}

/** Whether a document names no type, which browsers take for an old one. */
const isQuirky = (html: string) =>
  !/^\s*(<!--[\s\S]*?-->\s*|<\?[^>]*>\s*)*<!doctype\s+html/i.test(html.slice(0, 5_000));
