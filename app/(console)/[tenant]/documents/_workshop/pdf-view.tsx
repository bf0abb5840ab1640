"use client";

import { ZoomIn, ZoomOut } from "lucide-react";
import { useExtracted } from "next-intl";
import * as pdfjs from "pdfjs-dist";
import type { PDFDocumentProxy, PDFPageProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { IconButton } from "@/components/ui/button";
import { NativeSelect } from "@/components/ui/input/input";
import styles from "./pdf-view.module.css";

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3];
type Zoom = "width" | "page" | number;

interface Opened {
  pdf: PDFDocumentProxy;
  /** Size of the first page in points. */
  size: { width: number; height: number };
}

/** Opens the PDF document in `bytes`. Returns the previous document until the new document is open. */
function useDocument(bytes: Uint8Array<ArrayBuffer>) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    const task = openDocument(bytes.slice());
    const open = async () => {
      const pdf = await task.promise;
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (!current) return;
      setFailed(false);
      setOpened((before) => {
        // Waits one second, because a page of the old document may still be painted.
        if (before) setTimeout(() => void before.pdf.destroy(), 1_000);
        return { pdf, size: { width, height } };
      });
    };
    open().catch(() => current && setFailed(true));
    return () => {
      current = false;
    };
  }, [bytes]);
  return { opened, failed };
}

/** Shows the pages of a PDF document in a scroll area. Offers search, text selection and zoom. */
export function PdfView({ bytes }: { bytes: Uint8Array<ArrayBuffer> }) {
  const t = useExtracted("documents");
  const { opened, failed } = useDocument(bytes);
  const [zoom, setZoom] = useState<Zoom>("width");
  const [page, setPage] = useState(1);
  const [view, setView] = useState({ width: 600, height: 800 });
  const area = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setView({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    observer.observe(area.current!);
    return () => observer.disconnect();
  }, []);

  const size = opened?.size ?? { width: 595, height: 842 };
  const across = (view.width - 24) / (size.width * PIXELS);
  const whole = Math.min(across, (view.height - 24) / (size.height * PIXELS));
  const scale = Math.max(0.1, zoom === "width" ? across : zoom === "page" ? whole : zoom);
  const pages = opened?.pdf.numPages ?? 0;
  const step = (by: 1 | -1) =>
    setZoom(
      (by === 1
        ? steps.find((one) => one > scale + 0.01)
        : [...steps].reverse().find((one) => one < scale - 0.01)) ?? scale,
    );
  const look = () => {
    const { top, height } = area.current!.getBoundingClientRect();
    const all = [...area.current!.querySelectorAll<HTMLElement>("[data-page]")];
    const seen = all.findLast((one) => one.getBoundingClientRect().top < top + height / 2);
    setPage(Number(seen?.dataset["page"] ?? 1));
  };
  const goTo = (number: number) =>
    area.current!.querySelector(`[data-page="${number}"]`)?.scrollIntoView({ block: "start" });

  return (
    <div className="flex h-full flex-col">
      <div className="flex flex-wrap items-center gap-1 border-b border-line bg-surface px-2 py-1.5 text-sm">
        <label className="flex items-center gap-1.5">
          <span className="text-ink-soft">{t("Page")}</span>
          <input
            key={page}
            type="number"
            min={1}
            max={pages}
            defaultValue={Math.min(page, Math.max(1, pages))}
            onChange={(event) => goTo(event.target.valueAsNumber)}
            className="h-7 w-14 rounded-md border border-line bg-surface px-1.5 text-right tabular-nums"
          />
          <span className="text-ink-soft tabular-nums">{t("of {pages}", { pages: String(pages) })}</span>
        </label>
        <span className="ml-auto flex items-center">
          <IconButton label={t("Smaller")} onClick={() => step(-1)} disabled={scale <= steps[0]!}>
            <ZoomOut />
          </IconButton>
          <NativeSelect
            aria-label={t("Zoom")}
            value={typeof zoom === "number" ? "own" : zoom}
            onChange={(event) =>
              setZoom(
                event.target.value === "width" || event.target.value === "page"
                  ? event.target.value
                  : Number(event.target.value),
              )
            }
            className="w-32"
          >
            <option value="width">{t("Fit width")}</option>
            <option value="page">{t("Fit page")}</option>
            {typeof zoom === "number" && <option value="own">{Math.round(scale * 100)} %</option>}
            {steps
              .filter((one) => one !== zoom)
              .map((one) => (
                <option key={one} value={one}>
                  {one * 100} %
                </option>
              ))}
          </NativeSelect>
          <IconButton label={t("Larger")} onClick={() => step(1)} disabled={scale >= steps.at(-1)!}>
            <ZoomIn />
          </IconButton>
        </span>
      </div>
      <div
        ref={area}
        role="region"
        aria-label={t("The document")}
        tabIndex={0}
        onScroll={look}
        className="min-h-0 flex-1 space-y-3 overflow-auto bg-sunken p-3 -outline-offset-2"
      >
        {failed && (
          <p className="p-4 text-ink-soft">{t("This browser cannot show the document; download it.")}</p>
        )}
        {opened &&
          Array.from({ length: pages }, (_, index) => (
            <PdfPage key={index} document={opened.pdf} number={index + 1} zoom={scale} size={opened.size} />
          ))}
      </div>
    </div>
  );
}

/** CSS pixels per point. */
const PIXELS = 96 / 72;

/**
 * Page of a PDF document. Painted when the page comes within 600 pixels of the visible area. The text of the page is
 * selectable.
 */
function PdfPage({
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

/** Web worker that parses all PDF documents of the page. This server serves the script of the worker. */
let worker: pdfjs.PDFWorker | undefined;

/** Opens a PDF document. Detaches `bytes` by moving them to the worker. The caller must destroy the document. */
function openDocument(bytes: Uint8Array<ArrayBuffer>) {
  worker ??= pdfjs.PDFWorker.fromPort({
    port: new Worker(new URL("pdfjs-dist/build/pdf.worker.min.mjs", import.meta.url), { type: "module" }),
  });
  // These options prevent pdf.js from evaluating code and from reading system fonts. The document embeds its fonts.
  return pdfjs.getDocument({ data: bytes, worker, isEvalSupported: false, useSystemFonts: false });
}

/** Creates a layer with the text of a page. The text is transparent and lies over the painted page, for selection. */
const textLayer = (options: ConstructorParameters<typeof pdfjs.TextLayer>[0]) => new pdfjs.TextLayer(options);
