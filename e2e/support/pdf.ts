import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";

/* Reads PDFs like a user, as words and a small picture, by pdf.js in a page. */

export interface Seen {
  pages: number;
  words: string[];
  /** Grey values of the first pages, SIDE by SIDE each. */
  picture: number[];
}

const HOST = "http://pdf.invalid";
const built = path.join(process.cwd(), "node_modules", "pdfjs-dist", "build");

/** Turns the page into a PDF reader. */
export async function openReader(page: Page): Promise<(pdf: Buffer) => Promise<Seen>> {
  await page.route(`${HOST}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === "/") return route.fulfill({ contentType: "text/html", body: "<!doctype html>" });
    const body = await readFile(path.join(built, path.basename(pathname)), "utf8");
    return route.fulfill({ contentType: "text/javascript", body });
  });
  await page.goto(`${HOST}/`);
  return (pdf) => page.evaluate(look, { data: pdf.toString("base64"), host: HOST });
}

/** Runs in the page. Reads a PDF by pdf.js and returns its words and pictures. */
async function look({ data, host }: { data: string; host: string }) {
  interface PdfPage {
    getViewport: (of: { scale: number }) => { width: number; height: number };
    getTextContent: () => Promise<{ items: { str?: string; hasEOL?: boolean }[] }>;
    render: (of: object) => { promise: Promise<void> };
  }
  const side = 72;
  const name = `${host}/pdf.min.mjs`;
  const pdfjs = (await import(name)) as {
    GlobalWorkerOptions: { workerSrc: string };
    getDocument: (of: object) => {
      promise: Promise<{ numPages: number; getPage: (n: number) => Promise<PdfPage> }>;
    };
  };
  pdfjs.GlobalWorkerOptions.workerSrc = `${host}/pdf.worker.min.mjs`;
  const document_ = await pdfjs.getDocument({
    data: Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0)),
  }).promise;
  const words: string[] = [];
  const picture: number[] = [];
  for (let number = 1; number <= document_.numPages; number++) {
    const shown = await document_.getPage(number);
    const text = (await shown.getTextContent()).items
      .map(({ str = "", hasEOL }) => str + (hasEOL ? " " : ""))
      .join("");
    words.push(...text.split(/\s+/).filter(Boolean));
    if (number > 2) continue;
    const large = document.createElement("canvas");
    const viewport = shown.getViewport({ scale: 1 });
    large.width = viewport.width;
    large.height = viewport.height;
    const context = large.getContext("2d")!;
    await shown.render({ canvasContext: context, viewport }).promise;
    const small = document.createElement("canvas");
    small.width = small.height = side;
    const pen = small.getContext("2d")!;
    pen.imageSmoothingQuality = "high";
    pen.drawImage(large, 0, 0, side, side);
    const { data: pixels } = pen.getImageData(0, 0, side, side);
    for (let at = 0; at < pixels.length; at += 4)
      picture.push((pixels[at]! + pixels[at + 1]! + pixels[at + 2]!) / 3);
  }
  return { pages: document_.numPages, words, picture };
}

/** Returns the share of the expected words that are found in the same order. */
export function inOrder(found: string[], expected: string[]): number {
  const most = 2_500;
  const [one, other] = [found.slice(0, most), expected.slice(0, most)];
  let before = new Uint16Array(other.length + 1);
  for (const word of one) {
    const next = new Uint16Array(other.length + 1);
    for (const [index, wanted] of other.entries())
      next[index + 1] = word === wanted ? before[index]! + 1 : Math.max(before[index + 1]!, next[index]!);
    before = next;
  }
  return other.length === 0 ? 1 : before[other.length]! / other.length;
}

/** Returns the similarity of two pictures, 1 for equal ones. */
export function alike(one: number[], other: number[]): number {
  const count = Math.min(one.length, other.length);
  let difference = 0;
  for (let at = 0; at < count; at++) difference += Math.abs(one[at]! - other[at]!);
  return count === 0 ? 0 : 1 - difference / count / 255;
}
