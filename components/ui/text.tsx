"use client";

import { Check, Copy } from "lucide-react";
import { useExtracted, useLocale } from "next-intl";
import { useState, type ReactNode } from "react";
import { IconButton } from "./button";
import { cn } from "./cn";
import { useThisMinute } from "./format/now";
import { useDateLocale } from "./format/use-date-locale";
import { useExactTime } from "./format/use-exact-time";
import { useHydrated } from "./use-hydrated";

export const Kbd = ({ children }: { children: ReactNode }) => (
  <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded border border-line bg-surface px-1 font-sans text-xs text-ink-faint">
    {children}
  </kbd>
);

/** E-mail address. A line break is possible before the "@". */
export function Address({ children: address }: { children: string }) {
  const at = address.lastIndexOf("@");
  return (
    <span className="min-w-0 break-words">
      {at < 1 ? address : [address.slice(0, at), <wbr key="break" />, address.slice(at)]}
    </span>
  );
}

/** Button that copies a text and shows a confirmation. */
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

/** Complete identifier with a copy button. `label` names the identifier inside a sentence. */
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

/** Block of code with a copy button. */
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

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["week", 604_800],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
];

/** Returns a function that formats a time as, for example, "3 hours ago" in the language of the page. */
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
 * Shows a time as, for example, "3 hours ago" and updates the text each minute. The tooltip shows the exact time. Before
 * hydration, the tooltip uses UTC. After hydration, the tooltip uses the time zone of the browser.
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
    // Suppresses the hydration warning, because the text can change between the rendering on the server and in the browser. The
    // timer corrects the text.
    <time dateTime={at} title={exact} className={cn("whitespace-nowrap", className)} suppressHydrationWarning>
      {ago(date, now)}
    </time>
  );
}

/** Shows a time to the minute or the second. Before hydration, uses UTC. After hydration, uses the time zone of the browser. */
export function ExactTime({ at, to = "minute" }: { at: string; to?: "minute" | "second" }) {
  const exactTime = useExactTime(to);
  return (
    <time dateTime={at} className="whitespace-nowrap tabular-nums">
      {exactTime(at)}
    </time>
  );
}
