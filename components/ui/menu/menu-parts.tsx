"use client";

import { DropdownMenu as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { cn } from "../cn";
import "../dialog/replay-keys";

/* Menu that is built with Radix. Pages import menu.tsx instead, which loads this module before the first opening. */

/**
 * Returns the element that gets the menu: the main landmark, so that assistive technology finds the menu in a region of the page.
 * Inside a dialog, the rest of the page is hidden, and the menu is added to the end of the document. Null means the same.
 */
const landmark = () =>
  typeof document === "undefined" || document.querySelector("[role=dialog]") !== null
    ? null
    : document.getElementById("main");

export function MenuRoot({
  trigger,
  children,
  align,
  open,
  onOpenChange,
}: {
  trigger: ReactNode;
  children: ReactNode;
  align: "start" | "end";
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  return (
    <Radix.Root modal={false} open={open} onOpenChange={onOpenChange}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal container={landmark()}>
        <Radix.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-50 max-h-[70vh] min-w-44 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

const itemClass =
  "flex h-8 w-full cursor-default items-center gap-2 rounded-md px-2 outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-sunken [&_svg]:size-4 [&_svg]:text-ink-faint";

/**
 * Focuses the button of the menu before the action. If the action opens a dialog, the focus returns to the button when the
 * dialog closes.
 */
function focusTrigger({ currentTarget }: Event) {
  const menu = (currentTarget as Element).closest("[role=menu]");
  document.getElementById(menu?.getAttribute("aria-labelledby") ?? "")?.focus();
}

export const MenuItem = ({
  onSelect,
  children,
  danger = false,
  disabled = false,
}: {
  onSelect?: () => void;
  children: ReactNode;
  danger?: boolean;
  disabled?: boolean;
}) => (
  <Radix.Item
    disabled={disabled}
    onSelect={(event) => {
      focusTrigger(event);
      onSelect?.();
    }}
    className={cn(itemClass, danger && "text-danger-text [&_svg]:text-danger-text")}
  >
    {children}
  </Radix.Item>
);

export const MenuLink = ({ children }: { children: ReactNode }) => (
  <Radix.Item asChild className={itemClass}>
    {children}
  </Radix.Item>
);

/** Menu item that is on or off. The menu stays open after a choice. */
export const MenuCheck = ({
  checked,
  onChange,
  children,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}) => (
  <Radix.CheckboxItem
    checked={checked}
    onCheckedChange={onChange}
    onSelect={(event) => event.preventDefault()}
    className={itemClass}
  >
    {/* CSS draws the check mark. A check mark in the text would disturb the search by first letters. */}
    <span
      aria-hidden
      className={cn(
        "flex size-4 items-center justify-center text-accent-text",
        checked && "before:content-['✓']",
      )}
    />
    {children}
  </Radix.CheckboxItem>
);

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <Radix.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-faint">{children}</Radix.Label>
);
export const MenuSeparator = () => <Radix.Separator className="my-1 h-px bg-line" />;
