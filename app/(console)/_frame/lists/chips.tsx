"use client";

import { X } from "lucide-react";
import { useExtracted } from "next-intl";

/** Lists the chosen items. Each item has a button that removes the item. */
export function Chips({
  label,
  items,
  onRemove,
}: {
  label: string;
  items: { id: string; label: string }[];
  onRemove: (id: string) => void;
}) {
  const t = useExtracted("console");
  return (
    <ul aria-label={label} className="flex max-h-32 flex-wrap gap-1.5 overflow-y-auto empty:hidden">
      {items.map((item) => (
        <li
          key={item.id}
          className="inline-flex h-6 max-w-full items-center gap-1 rounded bg-accent-soft pr-0.5 pl-2 text-sm text-accent-text"
        >
          <span className="truncate">{item.label}</span>
          <button
            type="button"
            aria-label={t("Remove {label}", { label: item.label })}
            className="flex size-5 items-center justify-center rounded hover:bg-surface"
            onClick={() => onRemove(item.id)}
          >
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}
