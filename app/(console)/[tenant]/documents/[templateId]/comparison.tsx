import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import type { DocumentContent } from "@/server/domain/documents/documents.schema";
import { cn } from "@/components/ui/cn";
import { diffLines, hunksOf, type DiffLine } from "./line-diff";

function useLooks(): Record<DiffLine["kind"], { sign: string; spoken: string; className: string }> {
  const t = useExtracted("documents");
  return {
    same: { sign: " ", spoken: "", className: "text-ink-soft" },
    removed: { sign: "−", spoken: t("Removed:"), className: "bg-danger-soft text-danger-text" },
    added: { sign: "+", spoken: t("Added:"), className: "bg-accent-soft text-accent-text" },
  };
}

/** Shows the differences between two versions, line by line. */
export function Comparison({ before, after }: { before: DocumentContent; after: DocumentContent }) {
  const t = useExtracted("documents");
  const looks = useLooks();
  const own = t("as set in the template");
  const orientations = { portrait: t("portrait"), landscape: t("landscape") };
  const sizeOf = ({ pageSize }: DocumentContent) => pageSize ?? own;
  const orientationOf = ({ orientation }: DocumentContent) => (orientation ? orientations[orientation] : own);
  const pages = [
    { name: t("Page size"), from: sizeOf(before), to: sizeOf(after) },
    { name: t("Orientation"), from: orientationOf(before), to: orientationOf(after) },
  ].filter(({ from, to }) => from !== to);
  const texts = [
    { title: t("Template"), from: before.html, to: after.html },
    { title: t("Sample data"), from: before.sampleData, to: after.sampleData },
  ].filter(({ from, to }) => from !== to);
  if (pages.length + texts.length === 0) return <p className="text-ink-soft">{t("Both are identical.")}</p>;
  return (
    <div className="space-y-5">
      {pages.map(({ name, from, to }) => (
        <p key={name}>
          {name}: {from} → {to}
        </p>
      ))}
      {texts.map(({ title, from, to }) => (
        <Lines key={title} title={title}>
          {hunksOf(diffLines(from, to)).map((hunk, index) =>
            "skipped" in hunk ? (
              <p key={index} className="bg-sunken px-2 text-ink-faint">
                {t("… {count, plural, one {# identical line} other {# identical lines}}", {
                  count: hunk.skipped,
                })}
              </p>
            ) : (
              hunk.lines.map(({ kind, text }, line) => (
                <p
                  key={`${index}-${line}`}
                  className={cn("flex gap-2 px-2 whitespace-pre-wrap", looks[kind].className)}
                >
                  <span aria-hidden className="w-2 shrink-0 select-none">
                    {looks[kind].sign}
                  </span>
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {looks[kind].spoken && <span className="sr-only">{looks[kind].spoken} </span>}
                    {text || " "}
                  </span>
                </p>
              ))
            ),
          )}
        </Lines>
      ))}
    </div>
  );
}

const Lines = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1.5 font-semibold">{title}</h3>
    <div className="overflow-hidden rounded-md border border-line py-1 font-mono text-xs leading-5">
      {children}
    </div>
  </section>
);
