import layoutDocument from "@react-pdf/layout";
import renderDocument from "@react-pdf/render";
import { Canvas, Document, Font, Page } from "@react-pdf/renderer";
import type { ReactElement, ReactNode } from "react";
import type { PdfFile } from "./file";

/*
 * Writes pages with the render functions of react-pdf. Does not use its React reconciler, because nothing changes between
 * renders. Does not use its layout if the position of all content is known.
 */

export interface PaintedPage {
  /** Page width in points. */
  width: number;
  height: number;
  elements: ReactElement[];
  /** Adds links, destinations and outline entries to the written page. */
  finish: () => void;
}

/** A node of the tree that the layout and render functions of react-pdf use. */
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

/**
 * The layout function of react-pdf. The cast is needed because its declared type has neither this tree nor the second
 * parameter.
 */
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

/** Adds a page at the end of the PDF file. */
export async function writePage(file: PdfFile, { width, height, elements, finish }: PaintedPage) {
  const content = nodesOf(elements);
  const known = content.every(({ type }) => type === Canvas);
  if (known) for (const one of content) if ("box" in one) one.box = { left: 0, top: 0, width: 1, height: 1 };
  const page = node(
    Page,
    { left: 0, top: 0, width, height },
    // The content has one page only (`wrap: false`). Without minHeight, react-pdf would shrink such a page to the height of its
    // content.
    known ? {} : { minHeight: height },
    { size: [width, height], wrap: false },
    content,
  );
  const document = node(Document, {}, {}, {}, [page]);
  // The casts are needed because the types of react-pdf declare neither a subclass of the document nor a tree without a
  // reconciler.
  renderDocument(file as never, (known ? document : await lay(document, Font)) as never);
  finish();
}
