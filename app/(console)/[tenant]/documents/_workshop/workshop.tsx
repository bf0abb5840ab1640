"use client";

import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import { lazy, Suspense, useEffect, useEffectEvent, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton, Spinner } from "@/components/ui/feedback";
import { NativeSelect } from "@/components/ui/input";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { pageSizes } from "@/server/domain/documents/kinds.schema";
import type { Span } from "./places";
import { Remarks, useRemarks } from "./remarks";
import type { Place } from "./rendering";
import { SourceEditor } from "./source-editor";
import { useAttended } from "./use-attended";
import { usePreview } from "./use-preview";

/** Papers have the same names in every language. */
const papers = pageSizes.map((paper) => ({ value: paper, label: paper }));

// The reader, as the editor, is larger than the rest of the console: they come once the page is used.
const PdfView = lazy(async () => ({ default: (await import("./pdf-view")).PdfView }));

/** A template, its data and its page on one side, the document that they make on the other. */
export function Workshop({
  place,
  filename,
  initial,
  onChange,
  onProblem,
}: {
  place: Place;
  /** What a download is called, without its ending. */
  filename: string;
  /** What is edited at first; another content needs another `key`. */
  initial: DocumentContent;
  onChange: (content: DocumentContent) => void;
  /** Told why no document can be made of what was rendered last, null once one can be. */
  onProblem?: (words: string | null) => void;
}) {
  const t = useExtracted("documents");
  const [draft, setDraft] = useState(initial);
  const change = (part: Partial<DocumentContent>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    onChange(next);
  };
  const attended = useAttended();
  const preview = usePreview(place, draft);
  const [shown, setShown] = useState<Span | null>(null);
  const remarks = useRemarks(draft.html, preview);
  const problem = preview.problem === null ? null : (remarks[0]?.words ?? null);
  const tellProblem = useEffectEvent(() => onProblem?.(problem));
  useEffect(() => tellProblem(), [problem]);
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <div className="min-w-0 space-y-4">
        <div className="grid grid-cols-2 gap-3">
          <Choice
            label={t("Page size")}
            value={draft.pageSize}
            onChange={(pageSize) => change({ pageSize })}
            options={papers}
          />
          <Choice
            label={t("Orientation")}
            value={draft.orientation}
            onChange={(orientation) => change({ orientation })}
            options={[
              { value: "portrait", label: t("Portrait") },
              { value: "landscape", label: t("Landscape") },
            ]}
          />
        </div>
        <Source title={t("Template (HTML)")} className="h-[26rem] xl:h-[calc(70vh-15rem)] xl:min-h-80">
          <SourceEditor
            ready={attended}
            label={t("Template (HTML)")}
            language="html"
            describedBy="editor-keys"
            initial={initial.html}
            marks={remarks.flatMap(({ mark }) => mark ?? [])}
            shown={shown}
            onChange={(html) => change({ html })}
          />
        </Source>
        <Source title={t("Sample data (JSON)")} className="h-56">
          <SourceEditor
            ready={attended}
            label={t("Sample data (JSON)")}
            language="json"
            describedBy="editor-keys"
            initial={initial.sampleData}
            onChange={(sampleData) => change({ sampleData })}
          />
        </Source>
        <p id="editor-keys" className="text-sm text-ink-faint">
          {t("Tab leaves an editor. Ctrl+] indents, Ctrl+[ takes back, Ctrl+F searches (⌘ on a Mac).")}
        </p>
      </div>
      <div className="min-w-0 space-y-4">
        <section
          aria-label={t("Preview")}
          aria-busy={preview.busy}
          className="relative h-[75vh] overflow-hidden rounded-lg border border-line bg-sunken"
        >
          <Suspense fallback={<Skeleton className="h-full rounded-none" />}>
            {attended && preview.pdf && <PdfView bytes={preview.pdf} />}
          </Suspense>
          {preview.busy && (
            <p className="absolute right-3 bottom-3 flex items-center gap-2 rounded-md border border-line bg-raised px-2 py-1 text-sm text-ink-soft shadow-pop">
              <Spinner /> {t("Rendering…")}
            </p>
          )}
        </section>
        {preview.pdf && (
          <Button onClick={() => download(preview.pdf!, `${filename}.pdf`)}>
            <Download aria-hidden />
            {t("Download PDF")}
          </Button>
        )}
        <Remarks
          failed={preview.problem !== null}
          remarks={remarks}
          onShow={(span) => setShown({ ...span })}
        />
      </div>
    </div>
  );
}

function download(bytes: Uint8Array<ArrayBuffer>, name: string) {
  const url = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}

const Source = ({
  title,
  className,
  children,
}: {
  title: string;
  className: string;
  children: ReactNode;
}) => (
  <div>
    <p aria-hidden className="mb-1 text-sm font-medium">
      {title}
    </p>
    <div
      className={`overflow-hidden rounded-md border border-line-strong/60 focus-within:border-accent ${className}`}
    >
      {children}
    </div>
  </div>
);

/** A choice for the page; without one, it is the template's own. */
function Choice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value | null;
  onChange: (value: Value | null) => void;
  options: { value: Value; label: string }[];
}) {
  const t = useExtracted("documents");
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <NativeSelect
        value={value ?? ""}
        onChange={(event) => onChange(event.target.value === "" ? null : (event.target.value as Value))}
        className="w-full"
      >
        <option value="">{t("As the template says")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </label>
  );
}
