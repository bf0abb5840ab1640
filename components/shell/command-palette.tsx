"use client";

import { Command } from "cmdk";
import { Zap } from "lucide-react";
import { useExtracted } from "next-intl";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { DialogName, DialogShell } from "../ui/dialog/dialog-shell";
import { Spinner } from "../ui/feedback";
import { useTypedSearch } from "../ui/input/use-typed-search";

export interface PaletteItem {
  id: string;
  label: string;
  hint?: string | undefined;
  /** Other words for the item, by which the palette finds it. */
  also?: string | undefined;
  /** Address that the item opens. Absent for an item that runs an action here. */
  href?: string;
  run?: () => void;
  icon?: ReactNode;
}

export interface PaletteGroup {
  label: string;
  items: PaletteItem[];
}

/** Group with a key. Groups of areas and of results can have the same label, such as People. */
type KeyedGroup = PaletteGroup & { key: string };

const keyed = (kind: string, groups: PaletteGroup[]): KeyedGroup[] =>
  groups
    .filter(({ items }) => items.length > 0)
    .map((group) => ({ ...group, key: `${kind} ${group.label}` }));

/**
 * Returns a unique value for a list entry. The value contains the key of the group, because a record may be in two groups.
 */
const valueOf = (group: KeyedGroup, item: PaletteItem) => `${group.key} ${item.id}`;

/** Command palette with all areas, the actions and the results of the search. */
export function CommandPalette({
  open,
  onOpenChange,
  areas,
  actions,
  recent,
  isCalled,
  search,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  areas: PaletteGroup[];
  actions: PaletteItem[];
  /** Pages that the administrator opened last, newest first. */
  recent: PaletteItem[];
  /** Returns true if the text names the item. */
  isCalled: (text: string, item: PaletteItem) => boolean;
  search: (text: string) => Promise<PaletteGroup[]>;
}) {
  const t = useExtracted("console");
  const router = useRouter();
  const go = ({ href, run }: PaletteItem) => {
    onOpenChange(false);
    run?.();
    if (href !== undefined) router.push(href);
  };
  const { text, type, wanted, searching, found, listProps } = useTypedSearch(
    async (wanted) => (wanted === "" ? [] : search(wanted)),
    (groups) => {
      const first = groups.flatMap(({ items }) => items)[0];
      if (open && first !== undefined) go(first);
      return open && first !== undefined;
    },
  );
  const named = (items: PaletteItem[]) => items.filter((item) => isCalled(wanted, item));
  const called = keyed("known", [
    { label: t("Recent"), items: wanted === "" ? recent : [] },
    ...areas.map(({ label, items }) => ({ label, items: named(items) })),
    {
      label: t("Actions"),
      items: named(actions).map((item) => ({ icon: <Zap aria-hidden />, ...item })),
    },
  ]);
  const groups = [...called, ...keyed("found", wanted === "" ? [] : (found ?? []))];
  // While a search is running, the results of the previous text are excluded.
  const choices = (searching ? called : groups).flatMap((group) =>
    group.items.map((item) => valueOf(group, item)),
  );

  return (
    <DialogShell
      open={open}
      onOpenChange={onOpenChange}
      className="top-[12vh] left-1/2 w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-raised shadow-pop"
    >
      <DialogName>{t("Find areas, records and actions")}</DialogName>
      <Command shouldFilter={false} label={t("Find areas, records and actions")} {...listProps(choices)}>
        <div className="flex items-center gap-2 border-b border-line px-4">
          <Command.Input
            value={text}
            onValueChange={type}
            placeholder={t("Find an area, a person, an app, an action…")}
            className="h-12 flex-1 bg-transparent outline-none placeholder:text-ink-faint"
          />
          {wanted !== "" && searching && <Spinner />}
        </div>
        <Command.List label={t("Suggestions")} className="max-h-[50vh] overflow-y-auto p-2">
          <Command.Empty className="px-3 py-8 text-center text-ink-soft">
            {searching ? t("Searching…") : t("No results")}
          </Command.Empty>
          {groups.map((group) => (
            <Command.Group
              key={group.key}
              heading={group.label}
              className="[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-ink-faint"
            >
              {group.items.map((item) => (
                <Command.Item
                  key={item.id}
                  value={valueOf(group, item)}
                  onSelect={() => {
                    type("");
                    go(item);
                  }}
                  className="flex h-9 cursor-default items-center gap-2.5 rounded-md px-2 data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-text [&_svg]:size-4 [&_svg]:shrink-0"
                >
                  {item.icon}
                  <span className="truncate">{item.label}</span>
                  {item.hint && <span className="ml-auto truncate text-sm text-ink-faint">{item.hint}</span>}
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </DialogShell>
  );
}
