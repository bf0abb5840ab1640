"use client";

import { useRef } from "react";
import { cn } from "../cn";
import { DialogHeader, DialogShell } from "./dialog-shell";
import { holdKeys } from "./held-keys";
import type { DialogProps } from "./overlay";

/**
 * Selector for the element that gets the initial focus in a dialog. In a group of radio buttons, matches the checked button.
 */
const firstField =
  "input:not([type=radio], [type=hidden], :disabled), input:checked, select, textarea, button:not(:disabled), a[href]";

const begin = (body: HTMLElement): boolean => {
  const first = body.querySelector<HTMLElement>(firstField);
  first?.focus();
  return first !== null;
};

/** Focuses the first field that is added after the dialog opened. Does not move the focus if it is already in the dialog. */
function beginLater(body: HTMLElement) {
  const observer = new MutationObserver(() => {
    if (body.contains(document.activeElement) || begin(body)) observer.disconnect();
  });
  observer.observe(body, { childList: true, subtree: true });
}

/** Dialog. Pages import overlay.tsx instead, which loads this module when a dialog first opens. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  wide = false,
  sticky = false,
}: DialogProps) {
  const body = useRef<HTMLDivElement>(null);
  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      described={Boolean(description)}
      {...(sticky && {
        onEscapeKeyDown: (event) => event.preventDefault(),
        onPointerDownOutside: (event) => event.preventDefault(),
        onInteractOutside: (event) => event.preventDefault(),
      })}
      // Focuses the first field of the body. By default, the close button in the corner would get the focus.
      onOpenAutoFocus={(event) => {
        if (body.current === null) return;
        event.preventDefault();
        if (begin(body.current)) return;
        // The content is loading. The dialog takes the focus, because Enter would press the close button.
        holdKeys();
        (event.currentTarget as HTMLElement).focus();
        beginLater(body.current);
      }}
      className={cn(
        "top-[8vh] left-1/2 flex max-h-[84vh] w-[calc(100vw-2rem)] -translate-x-1/2 flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-pop",
        wide ? "max-w-2xl" : "max-w-md",
      )}
    >
      <DialogHeader title={title} description={description} closable={!sticky} className="pt-4" />
      <div ref={body} className="min-h-0 overflow-y-auto px-5 pt-4 pb-5">
        {children}
      </div>
    </DialogShell>
  );
}
