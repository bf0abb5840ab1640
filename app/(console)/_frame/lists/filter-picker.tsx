"use client";

import { ChevronDown, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useRef } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox, type ComboboxItem } from "@/components/ui/menu/combobox";
import { Kbd } from "@/components/ui/text";
import { useSearchKey } from "@/components/ui/input/use-search-key";

/** Toolbar filter for a large set of choices. The administrator searches for a choice. A button clears the filter. */
export function FilterPicker({
  label,
  any,
  chosen,
  placeholder,
  search,
  onChange,
  main = false,
}: {
  label: string;
  /** Text of the filter while no choice is selected. */
  any: string;
  chosen: string | null;
  placeholder: string;
  search: (text: string) => Promise<ComboboxItem[]>;
  onChange: (id: string | null) => void;
  /** True if the key `/` opens this filter. */
  main?: boolean;
}) {
  const t = useExtracted("console");
  const button = useRef<HTMLButtonElement>(null);
  useSearchKey(main ? () => button.current?.click() : null);
  return (
    <span className="inline-flex max-w-full items-center">
      <Combobox
        trigger={
          <Button
            ref={button}
            className="h-9 max-w-64 font-normal"
            aria-label={t("{label}: {chosen}", { label, chosen: chosen ?? any })}
          >
            <span className="truncate">{chosen ?? any}</span>
            {main && chosen === null && (
              <span aria-hidden className="pointer-coarse:hidden">
                <Kbd>/</Kbd>
              </span>
            )}
            <ChevronDown aria-hidden className="text-ink-faint" />
          </Button>
        }
        label={label}
        placeholder={placeholder}
        search={search}
        onPick={({ id }) => onChange(id)}
      />
      {chosen !== null && (
        <IconButton label={t("Clear: {label}", { label })} onClick={() => onChange(null)}>
          <X />
        </IconButton>
      )}
    </span>
  );
}
