import layoutDocument from "@react-pdf/layout";
import renderDocument from "@react-pdf/render";
import { Canvas, Document, Font, Page } from "@react-pdf/renderer";
import type { ReactElement, ReactNode } from "react";
import type { PdfFile } from "./file";

/*
 * A page by react-pdf, from its primitives on: what its reconciler makes of elements is made here, for nothing changes
 * between two renders, and a page whose places are all known is not laid out again.
 */

export interface PaintedPage {
  /** In points. */
  width: number;
  height: number;
  elements: ReactElement[];
  /** Adds what lies on the page without being seen. */
  finish: () => void;
}

/** A primitive as react-pdf lays it out and renders it. */
interface PageNode {
  type: unknown;
  box: object;
  style: object;
  props: object;
  children: (PageNode | { type: "TEXT_INSTANCE"; value: string })[];
}

const node = (
  type: unknown,
  box: object,
  style: object,
  props: object,
  children: PageNode["children"],
): PageNode => ({ type, box, style, props, children });

/** Its types leave the fonts out. */
const lay = layoutDocument as unknown as (document: PageNode, fonts: typeof Font) => Promise<PageNode>;

interface Properties {
  style?: object;
  children?: ReactNode;
}

function nodesOf(content: ReactNode): PageNode["children"] {
  if (Array.isArray(content)) return content.flatMap((one: ReactNode) => nodesOf(one));
  if (typeof content === "string" || typeof content === "number")
    return [{ type: "TEXT_INSTANCE", value: String(content) }];
  if (!content || typeof content !== "object" || !("props" in content)) return [];
  const { style = {}, children, ...props } = content.props as Properties;
  return [node(content.type, {}, style, props, nodesOf(children))];
}

/** Writes a page at the end of the file. */
export async function writePage(file: PdfFile, { width, height, elements, finish }: PaintedPage) {
  const content = nodesOf(elements);
  const known = content.every(({ type }) => type === Canvas);
  if (known) for (const one of content) if ("box" in one) one.box = { left: 0, top: 0, width: 1, height: 1 };
  const page = node(
    Page,
    { left: 0, top: 0, width, height },
    // It is broken already; react-pdf takes a page that it does not break to be as high as its content unless told.
    known ? {} : { minHeight: height },
    { size: [width, height], wrap: false },
    content,
  );
  const document = node(Document, {}, {}, {}, [page]);
  renderDocument(file as never, (known ? document : await lay(document, Font)) as never);
  finish();
}
