"use client";

import { Command } from "cmdk";
import { useExtracted } from "next-intl";
import { Popover } from "radix-ui";
import { useRef } from "react";
import type { ComboboxProps } from "./combobox";
import "../dialog/replay-keys";
import { Spinner } from "../feedback";
import { useTypedSearch } from "../input/use-typed-search";

/*
 * Combobox that is built with cmdk and Radix. Pages import combobox.tsx instead, which loads this module before the first
 * opening.
 */

/** Button that opens a search. The search closes when the person picks an item. */
export function ComboboxRoot({
  trigger,
  label,
  placeholder,
  search,
  onPick,
  align,
  open,
  onOpenChange: setOpen,
}: ComboboxProps & { open: boolean; onOpenChange: (open: boolean) => void }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger ref={button} asChild>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align={align ?? "start"}
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          className="z-50 w-80 max-w-[calc(100vw-1rem)] overflow-hidden rounded-lg border border-line bg-raised shadow-pop"
        >
          <Search
            label={label}
            placeholder={placeholder}
            search={search}
            onPick={(item) => {
              // Focuses the button before the action. If the action opens a dialog, the focus returns to the button when the
              // dialog closes.
              button.current?.focus();
              setOpen(false);
              onPick(item);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function Search({
  label,
  placeholder,
  search,
  onPick,
}: Pick<ComboboxProps, "label" | "placeholder" | "search" | "onPick">) {
  const t = useExtracted("shared");
  const { text, type, searching, found, failed, listProps } = useTypedSearch(search, (items) => {
    // Takes only the best match. If it cannot be chosen, the person decides, because the next one is something else.
    const [first] = items;
    if (first === undefined || first.disabled !== undefined) return false;
    onPick(first);
    return true;
  });
  const choices = searching
    ? []
    : (found ?? []).flatMap(({ id, disabled }) => (disabled === undefined ? [id] : []));

  return (
    <Command shouldFilter={false} label={label} {...listProps(choices)}>
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Command.Input
          autoFocus
          value={text}
          onValueChange={type}
          placeholder={placeholder}
          className="h-10 min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
        />
        {searching && <Spinner />}
      </div>
      <Command.List label={t("Suggestions")} className="max-h-72 overflow-y-auto p-1">
        <Command.Empty className="px-3 py-6 text-center text-ink-soft">
          {searching ? t("Searching…") : failed ? t("The search did not work.") : t("No results")}
        </Command.Empty>
        {found?.map((item) => (
          <Command.Item
            key={item.id}
            value={item.id}
            disabled={item.disabled !== undefined}
            onSelect={() => onPick(item)}
            className="flex min-h-9 cursor-default flex-col justify-center rounded-md px-2 py-1 data-[disabled=true]:opacity-60 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text"
          >
            <span className="truncate">{item.label}</span>
            {(item.disabled ?? item.hint) && (
              <span className="truncate text-sm text-ink-soft">{item.disabled ?? item.hint}</span>
            )}
          </Command.Item>
        ))}
      </Command.List>
    </Command>
  );
}
