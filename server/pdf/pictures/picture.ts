import type { CodedText } from "../../kernel/texts/define";
import { pdfWarnings, type Warnings } from "../warnings";
import type { Element } from "domhandler";
import { findAll, textContent } from "domutils";
import { parseFragment } from "parse5";
import { adapter } from "parse5-htmlparser2-tree-adapter";
import { createCascade } from "../css/cascade";
import { createComputer } from "../css/compute";
import { readSheet } from "../css/sheet";
import { initial } from "../css/style";
import { standard } from "../css/values";
import { unpacks } from "./png";
import { factsOf } from "./sizes";

/*
 * Pictures of a document: `data:` URIs, pictures of the organization (assets), and svg elements. No picture is fetched from the
 * network.
 */

export interface Bitmap {
  kind: "bitmap";
  data: Buffer;
  width: number;
  height: number;
}

export interface Drawing {
  kind: "drawing";
  svg: Element;
  /** Natural size in pixels. Null if the drawing does not specify the width or height. */
  width: number | null;
  height: number | null;
  ratio: number | null;
  /** True for an svg element of the document. False for an SVG file. */
  inline: boolean;
  /** Returns the style sheet declarations of an element in the drawing. Absent for an SVG file without style sheets. */
  declared?: Declared;
}

type Declared = (element: Element) => ReadonlyMap<string, string>;

export type Picture = Bitmap | Drawing;

export interface PictureStore {
  /** Returns the picture of a source. If the picture cannot be shown, adds a warning and returns null. */
  fromSource: (source: string, where: string) => Picture | null;
  fromElement: (svg: Element, declared: Declared) => Picture;
  /** Adds a warning that a pattern is used for a line or for text, which is not supported. */
  patternLeftOut: (where: "line" | "text") => void;
}

const MOST_PIXELS = 40_000_000;

/** A stored picture of the organization. */
export interface Asset {
  name: string;
  mediaType: string;
  /** Content in Base64. */
  content: string;
}

/**
 * `assets` contains the pictures of the organization. `pngs` contains the pictures that were converted to PNG. The keys of both
 * maps are the sources of the pictures.
 */
export interface Converted {
  pngs: ReadonlyMap<string, Buffer>;
  assets: ReadonlyMap<string, Asset>;
}

const OTHER = /data:image\/(?:webp|gif|avif|bmp|x-ms-bmp)[^"')\s>]*/gi;

/** Converts pictures in other formats than PNG, JPEG and SVG to PNG, because a PDF cannot contain these formats. */
export async function convertPictures(html: string, assets: readonly Asset[]): Promise<Converted> {
  const pngs = new Map<string, Buffer>();
  const own = new Map(assets.map((asset) => [`asset:${asset.name}`, asset]));
  const sources = [
    ...[...own].filter(([, { mediaType }]) => mediaType === "image/webp").map(([source]) => source),
    ...new Set(html.match(OTHER) ?? []),
  ].slice(0, 100);
  if (sources.length === 0) return { pngs, assets: own };
  const { default: sharp } = await import("sharp");
  for (const source of sources) {
    const bytes = bytesOf(source, own);
    if (!bytes || !factsOf(bytes)) continue;
    const png = await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .png()
      .toBuffer()
      .catch(() => null);
    if (png) pngs.set(source, png);
  }
  return { pngs, assets: own };
}

function bytesOf(source: string, assets: Converted["assets"]): Buffer | null {
  const asset = assets.get(source);
  if (asset) return Buffer.from(asset.content, "base64");
  const [, head = "", body = ""] = /^data:([^,]*),([\s\S]*)$/i.exec(source) ?? [];
  if (!head && !body) return null;
  try {
    return /;base64\s*$/i.test(head)
      ? Buffer.from(decodeURIComponent(body), "base64")
      : Buffer.from(decodeURIComponent(body));
  } catch {
    return /;base64\s*$/i.test(head) ? Buffer.from(body, "base64") : Buffer.from(body);
  }
}

/** Returns the first `svg` element of an SVG file. */
const svgIn = (bytes: Buffer): Element | undefined =>
  findAll(
    ({ name }) => name === "svg",
    parseFragment(bytes.toString("utf8"), { treeAdapter: adapter }).children,
  )[0];

export function createPictureStore({ pngs, assets }: Converted, warnings: Warnings): PictureStore {
  const known = new Map<string, Picture | null>();
  /**
   * Total number of pixels of the pictures that must be unpacked. The number is limited, because these pictures are in memory
   * at the same time.
   */
  let unpacked = 0;
  const read = (source: string, where: string): Picture | null => {
    const text = source.trim();
    if (text === "") return null;
    const address = `${text.slice(0, 60)}${text.length > 60 ? "…" : ""}`;
    const leaveOut = (reason: CodedText) => {
      warnings.add(pdfWarnings.picture_left_out({ element: where, address, reason }));
      return null;
    };
    const asset = assets.get(text);
    if (!asset && !/^data:/i.test(text))
      return leaveOut(
        text.startsWith("asset:") ? pdfWarnings.picture_unknown() : pdfWarnings.picture_not_embedded(),
      );
    const bytes = pngs.get(text) ?? bytesOf(text, assets);
    const isSvg = asset?.mediaType === "image/svg+xml" || /^data:image\/svg/i.test(text);
    const svg = bytes && isSvg ? svgIn(bytes) : undefined;
    if (svg) {
      warnOfElements(svg, warnings);
      return { ...drawing(svg), ...styledBy(svg, warnings) };
    }
    return bitmap(bytes, leaveOut);
  };
  const bitmap = (bytes: Buffer | null, leaveOut: (reason: CodedText) => null): Picture | null => {
    const facts = bytes && factsOf(bytes);
    if (!facts || facts.kind === "other" || !(facts.width > 0 && facts.height > 0))
      return leaveOut(pdfWarnings.picture_unreadable());
    const pixels = facts.width * facts.height;
    if (facts.unpacked) unpacked += pixels;
    const most = MOST_PIXELS / 1e6;
    if (unpacked > MOST_PIXELS) return leaveOut(pdfWarnings.pictures_too_large({ max: most }));
    if (facts.unpacked && !unpacks(facts.unpacked)) return leaveOut(pdfWarnings.picture_malformed());
    if (pixels > MOST_PIXELS) return leaveOut(pdfWarnings.picture_too_large({ max: most }));
    return {
      kind: "bitmap",
      data: bytes,
      width: facts.width,
      height: facts.height,
    };
  };
  return {
    fromSource: (source, where) => {
      let picture = known.get(source);
      if (picture === undefined) known.set(source, (picture = read(source, where)));
      return picture;
    },
    fromElement: (svg, declared) => {
      warnOfElements(svg, warnings);
      return { ...drawing(svg), inline: true, declared };
    },
    patternLeftOut: (where) => {
      warnings.add(where === "text" ? pdfWarnings.pattern_in_text() : pdfWarnings.pattern_in_line());
    },
  };
}

const UNSUPPORTED_ELEMENTS = /^(foreignObject|filter|textPath)$/i;

/** Adds a warning for each unsupported element of an SVG drawing. */
function warnOfElements(svg: Element, warnings: Warnings): void {
  for (const { name } of findAll((element) => UNSUPPORTED_ELEMENTS.test(element.name), svg.children))
    warnings.add(pdfWarnings.property_left_out({ property: name, place: "svg" }));
  const clips = findAll((element) => /^clippath$/i.test(element.name), svg.children);
  if (clips.some(({ children }) => findAll(({ name }) => name === "text", children).length > 0))
    warnings.add(pdfWarnings.clip_path_with_text());
}

/** Returns true for a warning about a property that is not supported for HTML boxes but is supported in SVG drawings. */
const isOfDrawings = ({ code, params: { property } }: CodedText) =>
  code === pdfWarnings.property_left_out.code &&
  (property === "clip-path" || property === "mask" || property === "transform");

/** Reads the style sheets in an SVG file. Returns the function that finds the declarations of an element. */
function styledBy(svg: Element, warnings: Warnings): Pick<Drawing, "declared"> {
  const texts = findAll(({ name }) => name === "style", svg.children).map((style) => textContent(style));
  if (texts.length === 0) return {};
  const sheets = texts.map((text) => readSheet(text, standard.vw));
  // A style sheet causes warnings for properties such as `mask`, because HTML boxes do not support them. In SVG drawings, these
  // properties are supported.
  for (const warning of sheets.flatMap((sheet) => sheet.warnings))
    if (!isOfDrawings(warning)) warnings.add(warning);
  const cascade = createCascade([readSheet("", standard.vw), ...sheets]);
  const computer = createComputer({
    pageWidth: standard.vw,
    pageHeight: standard.vh,
    faces: new Set(),
    properties: sheets.flatMap(({ properties }) => properties),
  });
  const root = computer.styleOf(cascade.of(svg, []), { style: initial, variables: new Map() }, true);
  return { declared: (element) => computer.declared(cascade.of(element, []), root) };
}

const plain = (text: string | undefined): number | null => {
  const [, number, unit = ""] = /^([\d.]+)\s*(px|pt|mm|cm|in|em)?$/.exec(text?.trim() ?? "") ?? [];
  if (number === undefined) return null;
  const factor = { px: 1, pt: 4 / 3, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, em: 16, "": 1 }[unit] ?? 1;
  return Math.min(Number(number) * factor, 20_000);
};

/** Returns an svg element with its natural size and ratio (CSS Images Level 3 §5, SVG 2 §8.2). */
function drawing(svg: Element): Drawing {
  const box = viewBoxOf(svg);
  const [width, height] = [plain(svg.attribs["width"]), plain(svg.attribs["height"])];
  const ratio = box ? box[2] / box[3] : width && height ? width / height : null;
  return { kind: "drawing", inline: false, svg, width, height, ratio };
}

export function viewBoxOf({ attribs }: Element): [number, number, number, number] | null {
  const numbers = (attribs["viewBox"] ?? attribs["viewbox"] ?? "")
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = numbers;
  if (
    numbers.length !== 4 ||
    numbers.some((number) => !Number.isFinite(number)) ||
    !(width! > 0) ||
    !(height! > 0)
  )
    return null;
  return [x!, y!, width!, height!];
}
