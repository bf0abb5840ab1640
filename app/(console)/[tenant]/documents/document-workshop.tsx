"use client";

import { Download } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useEffect, useState } from "react";
import { Callout, Spinner } from "@/components/ui/feedback";
import { NativeSelect, Textarea } from "@/components/ui/input";
import { PageHeader, Section } from "@/components/ui/page";
import { CodeBlock } from "@/components/ui/text";
import { commandOf, renderDraft, type Draft } from "./rendering";

const starters = {
  invoice: "Invoice",
  receipt: "Receipt",
  letter: "Letter",
  certificate: "Certificate",
  report: "Report",
  ticket: "Ticket",
  "packing-slip": "Packing slip",
} as const;
const starterNames = Object.keys(starters) as (keyof typeof starters)[];

/** How long the hands rest before the preview follows. */
const REST_MS = 400;

/** A workshop for PDF templates: HTML and data on one side, the document on the other. */
export function DocumentWorkshop({ baseUrl }: { baseUrl: string }) {
  const [starter, setStarter] = useQueryState(
    "starter",
    parseAsStringLiteral(starterNames).withDefault("invoice"),
  );
  const [draft, setDraft] = useState<Draft>({
    template: "",
    data: "",
    pageSize: "A4",
    orientation: "portrait",
  });
  const change = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));

  useEffect(() => {
    let current = true;
    const read = async () => {
      const [template, data] = await Promise.all(
        ["html", "json"].map(async (kind) => (await fetch(`/document-starters/${starter}.${kind}`)).text()),
      );
      if (current) setDraft((before) => ({ ...before, template: template!, data: data! }));
    };
    void read();
    return () => {
      current = false;
    };
  }, [starter]);

  const preview = usePreview(draft);
  return (
    <>
      <PageHeader
        title="Documents"
        description="Turn an HTML template and data into a PDF. Try it here; machines do the same with POST /api/render/pdf. Nothing is kept on the server."
        actions={
          preview.url && (
            <a
              href={preview.url}
              download={`${starter}.pdf`}
              className="inline-flex h-8 items-center gap-2 rounded-md border border-line bg-surface px-3 font-medium hover:bg-sunken [&_svg]:size-4"
            >
              <Download aria-hidden />
              Download PDF
            </a>
          )
        }
      />
      <div className="grid gap-4 xl:grid-cols-2">
        <div className="min-w-0 space-y-4">
          <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
            <Choice
              label="Start from"
              value={starter}
              onChange={(name) => void setStarter(name)}
              options={starters}
            />
            <Choice
              label="Page size"
              value={draft.pageSize}
              onChange={(pageSize) => change({ pageSize })}
              options={{ A4: "A4", Letter: "Letter" }}
            />
            <Choice
              label="Orientation"
              value={draft.orientation}
              onChange={(orientation) => change({ orientation })}
              options={{ portrait: "Portrait", landscape: "Landscape" }}
            />
          </div>
          <Source
            label="Template (HTML)"
            rows={20}
            value={draft.template}
            onChange={(template) => change({ template })}
          />
          <Source label="Data (JSON)" rows={10} value={draft.data} onChange={(data) => change({ data })} />
        </div>
        <div className="min-w-0 space-y-4">
          {preview.problem && <Callout tone="danger">{preview.problem}</Callout>}
          <section aria-label="Preview" aria-busy={preview.busy} className="relative">
            {preview.busy && (
              <p className="absolute top-2 right-3 flex items-center gap-2 rounded bg-raised px-2 text-sm text-ink-soft">
                <Spinner /> Rendering…
              </p>
            )}
            {preview.url ? (
              <iframe
                title="The document"
                src={preview.url}
                className="h-[75vh] w-full rounded-lg border border-line bg-sunken"
              />
            ) : (
              <div className="h-[75vh] rounded-lg border border-line bg-sunken" />
            )}
          </section>
          {preview.warnings.length > 0 && (
            <Callout tone="warning">
              <p className="font-medium">What could not be done</p>
              <ul className="mt-1 list-disc pl-5">
                {preview.warnings.map((warning) => (
                  <li key={warning}>{warning}</li>
                ))}
              </ul>
            </Callout>
          )}
        </div>
      </div>
      <div className="mt-4">
        <Section title="The same from a shell">
          <CodeBlock label="command" text={commandOf(baseUrl, draft)} />
        </Section>
      </div>
    </>
  );
}

/** The document of a draft as an address to show it by; the last one stays until the next is there. */
function usePreview(draft: Draft) {
  const [shown, setShown] = useState<{ url: string | null; warnings: string[]; problem: string | null }>({
    url: null,
    warnings: [],
    problem: null,
  });
  const [done, setDone] = useState<Draft | null>(null);

  useEffect(() => {
    if (draft.template === "") return;
    const stop = new AbortController();
    const render = async () => {
      const result = await renderDraft(draft, stop.signal).catch(() => ({
        problem: "The server could not be reached.",
      }));
      if (stop.signal.aborted) return;
      setDone(draft);
      setShown((before) => {
        if ("problem" in result) return { ...before, problem: result.problem };
        if (before.url) URL.revokeObjectURL(before.url);
        return { url: URL.createObjectURL(result.pdf), warnings: result.warnings, problem: null };
      });
    };
    const timer = setTimeout(() => void render(), REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [draft]);

  return { ...shown, busy: draft.template !== "" && done !== draft };
}

function Choice<Value extends string>({
  label,
  value,
  onChange,
  options,
}: {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: Record<Value, string>;
}) {
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <NativeSelect
        value={value}
        onChange={(event) => onChange(event.target.value as Value)}
        className="w-full"
      >
        {(Object.keys(options) as Value[]).map((option) => (
          <option key={option} value={option}>
            {options[option]}
          </option>
        ))}
      </NativeSelect>
    </label>
  );
}

function Source({
  label,
  rows,
  value,
  onChange,
}: {
  label: string;
  rows: number;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <label className="block">
      <span className="mb-1 block text-sm font-medium">{label}</span>
      <Textarea
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        className="w-full font-mono text-xs leading-5"
      />
    </label>
  );
}
