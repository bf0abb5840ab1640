"use client";

import { Check, Copy, Download } from "lucide-react";
import { useExtracted, useLocale } from "next-intl";
import { useState, type ReactNode } from "react";
import { Button, IconButton } from "./button";
import { cn } from "./cn";
import { downloadText } from "./download";
import { Callout } from "./feedback";
import { useThisMinute } from "./now";
import { useDateLocale } from "./use-date-locale";
import { useExactTime } from "./use-exact-time";
import { useHydrated } from "./use-hydrated";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-surface px-1 font-sans text-xs text-ink-faint">
    {children}
  </kbd>
);

/** An e-mail address, which breaks before its "@" where it does not fit on one line. */
export function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span className="min-w-0 break-words">
      {at < 1 ? address : [address.slice(0, at), <wbr key="break" />, address.slice(at)]}
    </span>
  );
}

/** Copies a text; says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const t = useExtracted("shared");
  const [copied, setCopied] = useState(false);
  return (
    <IconButton
      label={copied ? t("Copied") : label}
      className="size-7"
      onClick={async () => {
        await navigator.clipboard.writeText(text);
        setCopied(true);
        setTimeout(() => setCopied(false), 1_500);
      }}
    >
      {copied ? <Check className="text-accent-text" /> : <Copy />}
    </IconButton>
  );
}

/** An identifier or other machine text, whole, with a copy button; `label` names it in the middle of a sentence. */
export function Code({ text, label }: { text: string; label: string }) {
  const t = useExtracted("shared");
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1">
      <code className="min-w-0 truncate font-mono text-sm" title={text}>
        {text}
      </code>
      <CopyButton text={text} label={t("Copy {label}", { label })} />
    </span>
  );
}

/** Several lines to copy as they stand. */
export function CodeBlock({ text, label }: { text: string; label: string }) {
  const t = useExtracted("shared");
  return (
    <div className="relative rounded-md border border-line bg-sunken">
      <pre tabIndex={0} aria-label={label} className="overflow-x-auto p-3 pr-11 font-mono text-xs leading-5">
        {text}
      </pre>
      <span className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
        <CopyButton text={text} label={t("Copy {label}", { label })} />
      </span>
    </div>
  );
}

/** Secrets that are shown this once: to copy, to download, and to leave only when that was done. */
export function SecretReveal({
  values,
  filename,
  onDone,
}: {
  values: { label: string; value: string }[];
  filename: string;
  onDone: () => void;
}) {
  const t = useExtracted("shared");
  const download = () =>
    downloadText(filename, values.map(({ label, value }) => `${label}: ${value}\n`).join(""));
  return (
    <div className="space-y-4">
      <Callout tone="warning" title={t("Shown only now")}>
        {t("The console does not show it again. Store it where only its user can read it.")}
      </Callout>
      <dl className="space-y-3">
        {values.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-sm text-ink-soft">{label}</dt>
            <dd className="mt-1 flex items-center justify-between gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
              <code className="min-w-0 font-mono text-sm break-all">{value}</code>
              <CopyButton text={value} label={t("Copy {label}", { label })} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={download}>
          <Download aria-hidden />
          {t("Download")}
        </Button>
        <Button variant="primary" onClick={onDone}>
          {t("I have stored it")}
        </Button>
      </div>
    </div>
  );
}

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** "3 hours ago" in the reader's language. */
function useAgo() {
  const t = useExtracted("shared");
  const locale = useLocale();
  return (at: Date, now: number) => {
    const seconds = (at.getTime() - now) / 1_000;
    const unit = units.find(([, size]) => Math.abs(seconds) >= size);
    return unit
      ? new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(
          Math.round(seconds / unit[1]),
          unit[0],
        )
      : t("just now");
  };
}

/**
 * A point in time as "3 hours ago", which stays true while one looks at it; the exact one on hover, in the reader's time
 * zone as soon as that is known, in UTC before.
 */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const hydrated = useHydrated();
  const now = useThisMinute();
  const ago = useAgo();
  const locale = useDateLocale();
  const date = new Date(at);
  const exact = hydrated
    ? date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" })
    : date.toISOString();
  return (
    // A minute may pass between the server's words and the browser's; the next tick sets them right.
    <time dateTime={at} title={exact} className={cn("whitespace-nowrap", className)} suppressHydrationWarning>
      {ago(date, now)}
    </time>
  );
}

/** A point in time, exact to the minute or the second, in the reader's time zone. */
export function ExactTime({ at, to = "minute" }: { at: string; to?: "minute" | "second" }) {
  const exactTime = useExactTime(to);
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {exactTime(at)}
    </time>
  );
}
