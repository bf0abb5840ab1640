"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { showInRow, tabClass, tabListClass } from "./link-tabs";

interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

/** Tabs on one page. One panel is visible at a time. For tabs with separate pages, use `LinkTabs`. */
export const Tabs = ({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: Tab[];
  /** Id of the visible panel. */
  value: string;
  onChange: (id: string) => void;
}) => (
  <Radix.Root value={value} onValueChange={onChange}>
    <Radix.List aria-label={label} className={tabListClass}>
      {tabs.map(({ id, label }) => (
        <Radix.Trigger key={id} value={id} className={tabClass} ref={id === value ? showInRow : null}>
          {label}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map(({ id, content }) => (
      <Radix.Content key={id} value={id} className="pt-4">
        {content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
