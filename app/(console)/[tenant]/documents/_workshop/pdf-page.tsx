"use client";

import { useExtracted } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { textLayer, type PDFDocumentProxy, type PDFPageProxy } from "./pdf-document";
import styles from "./pdf-view.module.css";

/** CSS pixels per point. */
export const PIXELS = 96 / 72;

/**
 * Page of a PDF document. Painted when the page comes within 600 pixels of the visible area. The text of the page is
 * selectable.
 */
export function PdfPage({
  document: pdf,
  number,
  zoom,
  size,
}: {
  document: PDFDocumentProxy;
  number: number;
  zoom: number;
  /** Size of the first page in points. Used until this page is loaded. */
  size: { width: number; height: number };
}) {
  const t = useExtracted("documents");
  const holder = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  const [page, setPage] = useState<PDFPageProxy | null>(null);

  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: "600px",
    });
    seen.observe(holder.current!);
    return () => seen.disconnect();
  }, []);

  useEffect(() => {
    if (!near) return;
    let current = true;
    pdf.getPage(number).then(
      (found) => current && setPage(found),
      // The request fails if a newer document has replaced this document.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [near, pdf, number]);

  useEffect(() => {
    if (!page) return;
    const viewport = page.getViewport({ scale: zoom * PIXELS });
    const sharp = Math.min(window.devicePixelRatio || 1, 3);
    const target = canvas.current!;
    const layer = text.current!;
    target.width = Math.floor(viewport.width * sharp);
    target.height = Math.floor(viewport.height * sharp);
    const painting = page.render({
      canvasContext: target.getContext("2d")!,
      viewport,
      transform: [sharp, 0, 0, sharp, 0, 0],
    });
    layer.replaceChildren();
    layer.style.setProperty("--scale-factor", String(viewport.scale));
    const writing = textLayer({
      textContentSource: page.streamTextContent(),
      container: layer,
      viewport,
    });
    // Both promises reject when a new zoom or a new document cancels the painting.
    const ignore = () => undefined;
    painting.promise.catch(ignore);
    writing.render().catch(ignore);
    return () => {
      painting.cancel();
      writing.cancel();
    };
  }, [page, zoom]);

  const shown = page?.getViewport({ scale: 1 }) ?? size;
  return (
    <div
      ref={holder}
      data-page={number}
      role="group"
      aria-label={t("Page {number}", { number: String(number) })}
      className="relative mx-auto bg-white shadow-pop"
      style={{ width: shown.width * PIXELS * zoom, height: shown.height * PIXELS * zoom }}
    >
      <canvas ref={canvas} className="size-full" aria-hidden />
      <div ref={text} className={styles["text"]} />
    </div>
  );
}
