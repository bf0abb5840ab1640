"use client";

import { Download } from "lucide-react";
import { useExtracted } from "next-intl";
import { lazy, Suspense, type ReactNode, useEffect, useRef, useState, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { Skeleton, Spinner } from "@/components/ui/feedback";
import { NativeSelect } from "@/components/ui/input/input";
import { useAttended } from "@/components/ui/input/use-attended";
import { pageSizes } from "@/server/domain/documents/kinds.schema";
import { flushSync } from "react-dom";
import { useHydrated } from "@/components/ui/use-hydrated";
import { Remarks } from "./remarks";
import type { Workbench } from "./use-workshop";
import type { CodeEditor } from "./code-editor";

/** Paper sizes have the same names in every language. */
const papers = pageSizes.map((paper) => ({ value: paper, label: paper }));

// Loaded on demand, because the PDF reader and the editor are larger than the rest of the console.
const PdfView = lazy(async () => ({ default: (await import("./pdf-view")).PdfView }));

/**
 * Document editor. Shows the template, its sample data and its page format on the left, and the rendered document on the right.
 */
export function Workshop({
  workbench: { initial, draft, change, preview, remarks, shown, show },
  filename,
}: {
  workbench: Workbench;
  /** Name of the downloaded file without its extension. */
  filename: string;
}) {
  const t = useExtracted("documents");
  const attended = useAttended();
  const stale = !preview.busy && preview.problem !== null && preview.pdf !== null;
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
            shown={shown?.in === "html" ? shown.span : null}
            onChange={(html) => change({ html })}
          />
        </Source>
        <Source title={t("Sample data (JSON)")} className="h-56">
          <SourceEditor
            ready={attended}
            label={t("Sample data (JSON)")}
            language="json"
            describedBy="data-problem editor-keys"
            initial={initial.sampleData}
            shown={shown?.in === "sampleData" ? shown.span : null}
            onChange={(sampleData) => change({ sampleData })}
          />
        </Source>
        {preview.problem?.reason === "data" && (
          <p id="data-problem" role="status" className="-mt-3 text-sm text-danger-text">
            {t("The sample data must be a JSON object, such as {example}.", { example: '{"name": "Ann"}' })}
          </p>
        )}
        <p id="editor-keys" className="text-sm text-ink-faint">
          {t("Tab leaves an editor. Ctrl+] indents, Ctrl+[ outdents, Ctrl+F searches (⌘ on a Mac).")}
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
          {stale && (
            <p
              id="preview-stale"
              className="border-warning/40 absolute inset-x-3 bottom-3 rounded-md border bg-raised px-3 py-2 text-sm text-warning-text shadow-pop"
            >
              {t("This is the last document that could be created, not the current input.")}
            </p>
          )}
        </section>
        {preview.pdf && (
          <Button
            {...(stale && { "aria-disabled": true, "aria-describedby": "preview-stale" })}
            onClick={() => download(preview.pdf!, `${filename}.pdf`)}
          >
            <Download aria-hidden />
            {t("Download PDF")}
          </Button>
        )}
        <Remarks failed={preview.problem !== null} remarks={remarks} onShow={show} />
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

/** Select for the page size or the orientation. The empty choice uses the setting in the template. */
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
        <option value="">{t("As set in the template")}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </NativeSelect>
    </label>
  );
}

type Props = Omit<ComponentProps<typeof CodeEditor>, "begun">;

/**
 * Editor for a source text. Shows a plain text area until the code of the editor is loaded. The editor then takes over the text
 * and the selection. If loading fails, the text area stays. It accepts text only after hydration, because hydration replaces what
 * was typed before.
 */
function SourceEditor({ ready, ...props }: Props & { ready: boolean }) {
  const [text, setText] = useState(props.initial);
  const hydrated = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [come, setCome] = useState<
    | (Pick<ComponentProps<typeof CodeEditor>, "begun"> & {
        Editor: typeof CodeEditor;
      })
    | null
  >(null);
  useEffect(() => {
    if (!ready) return;
    let left = false;
    import("./code-editor").then(
      ({ CodeEditor: Editor }) => {
        const plain = field.current;
        if (left || plain === null) return;
        const { selectionStart: anchor, selectionEnd: head } = plain;
        const begun = plain === document.activeElement ? { anchor, head } : undefined;
        // At once, because a focus or a key between here and a later rendering would be lost.
        flushSync(() => setCome({ Editor, begun }));
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [ready]);
  if (come) return <come.Editor {...props} initial={text} begun={come.begun} />;
  return (
    <textarea
      ref={field}
      value={text}
      readOnly={!hydrated}
      onChange={({ target: { value } }) => {
        setText(value);
        props.onChange(value);
      }}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      spellCheck={false}
      className="block size-full resize-none bg-surface px-3 py-1 font-mono text-[12.5px] leading-[1.6] text-ink"
    />
  );
}
