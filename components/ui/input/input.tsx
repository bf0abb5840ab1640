"use client";

import { ChevronDown, Search, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps } from "react";
import { cn } from "../cn";
import { Kbd } from "../text";
import { useSearchKey } from "./use-search-key";

/** Returns the CSS classes of single-line fields. */
export const inputClass = (className?: string) =>
  cn(
    "h-9 w-full rounded-md border border-line-strong/60 bg-surface px-2.5 text-ink transition-colors placeholder:text-ink-faint hover:border-line-strong aria-invalid:border-danger disabled:bg-sunken disabled:text-ink-faint",
    className,
  );

export const Input = ({ className, ...rest }: ComponentProps<"input">) => (
  <input {...rest} className={inputClass(className)} />
);

export const Textarea = ({ className, ...rest }: ComponentProps<"textarea">) => (
  <textarea rows={3} {...rest} className={inputClass(cn("h-auto py-2", className))} />
);

/** Native select element. It works with every keyboard and screen reader. */
export function NativeSelect({ className, children, ...rest }: ComponentProps<"select">) {
  return (
    <span className={cn("relative inline-block", className)}>
      <select {...rest} className={inputClass("appearance-none pr-8")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
    </span>
  );
}

/** Delay between the last key press and the search, in milliseconds. */
const DEBOUNCE_MS = 200;

/** Search field. The key `/` focuses the field from any place on the page. Calls `onChange` when the person pauses typing. */
export function SearchInput({
  value,
  onChange,
  label,
  className,
}: {
  value: string;
  onChange: (value: string) => void;
  label: string;
  className?: string;
}) {
  const t = useExtracted("shared");
  const [text, setText] = useState(value);
  const [sent, setSent] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  // Shows a search text that changed from outside, for example after Back or Forward.
  if (value !== sent) {
    setSent(value);
    setText(value);
  }
  const send = (next: string) => {
    if (next === sent) return;
    setSent(next);
    onChange(next);
  };
  const sendRested = useEffectEvent(send);
  useEffect(() => {
    const timer = setTimeout(() => sendRested(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  // Reads the text that the person typed before hydration, because React sends no change event for this text.
  useEffect(() => setText((shown) => field.current?.value ?? shown), []);
  useSearchKey(() => field.current?.focus());
  return (
    <span className={cn("relative block", className)}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-faint"
      />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Enter" && send(text)}
        className={inputClass("pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden")}
        spellCheck={false}
        autoComplete="off"
      />
      <span className="absolute top-1/2 right-2 -translate-y-1/2">
        {text === "" ? (
          <span className="pointer-coarse:hidden">
            <Kbd>/</Kbd>
          </span>
        ) : (
          <button
            type="button"
            aria-label={t("Clear the search")}
            className="flex size-5 items-center justify-center rounded text-ink-faint hover:text-ink"
            onClick={() => (setText(""), field.current?.focus())}
          >
            <X className="size-3.5" />
          </button>
        )}
      </span>
    </span>
  );
}

/** Filter in a toolbar, with a label and a select. */
export function FilterSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="w-auto"
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </NativeSelect>
  );
}
