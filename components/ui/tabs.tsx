"use client";

import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { tabClass, tabListClass } from "./tab-look";

interface Tab {
  id: string;
  label: string;
  count?: number;
  content: ReactNode;
}

/** Views of one thing on one page, of which one is shown. Where the view belongs into the address, take `LinkTabs`. */
export const Tabs = ({
  label,
  tabs,
  value,
  onChange,
}: {
  label: string;
  tabs: Tab[];
  /** Which one is shown; without it the first, and the reader chooses. */
  value?: string;
  onChange?: (id: string) => void;
}) => (
  <Radix.Root
    {...(value === undefined ? { defaultValue: tabs[0]?.id ?? "" } : { value })}
    {...(onChange && { onValueChange: onChange })}
  >
    <Radix.List aria-label={label} className={tabListClass}>
      {tabs.map((tab) => (
        <Radix.Trigger key={tab.id} value={tab.id} className={tabClass}>
          {tab.label}
          {tab.count !== undefined && <span className="text-ink-faint tabular-nums">{tab.count}</span>}
        </Radix.Trigger>
      ))}
    </Radix.List>
    {tabs.map((tab) => (
      <Radix.Content key={tab.id} value={tab.id} className="pt-4">
        {tab.content}
      </Radix.Content>
    ))}
  </Radix.Root>
);
