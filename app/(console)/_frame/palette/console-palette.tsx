"use client";

import { useCallback } from "react";
import type { NavigationGroup } from "@/components/shell/app-shell";
import { CommandPalette } from "@/components/shell/command-palette";
import { recentPlaces } from "@/components/shell/recent-places";
import { usePaletteActions } from "./palette-actions";
import { usePaletteSearch } from "./palette-search";
import { useAreaSynonyms } from "./palette-synonyms";
import { isCalled } from "./palette-words";

/** Command palette of one workspace. */
export function ConsolePalette({
  tenant,
  navigation,
  open,
  onOpenChange,
  onSignOut,
}: {
  /** Slug of the tenant. Null on the platform. */
  tenant: string | null;
  /** Areas that the administrator may open. */
  navigation: NavigationGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onSignOut: () => void;
}) {
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const has = useCallback(
    (path: string) => navigation.some(({ items }) => items.some(({ href }) => href === base + path)),
    [navigation, base],
  );
  const place = { tenant, has };
  const synonyms = useAreaSynonyms();
  const areas = navigation.map(({ label, items }) => ({
    label,
    items: items.map((item) => ({
      id: item.href,
      ...item,
      also: tenant === null ? undefined : synonyms[item.href.slice(base.length)],
    })),
  }));
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      areas={areas}
      actions={usePaletteActions(place, onSignOut)}
      recent={recentPlaces(base)}
      isCalled={isCalled}
      search={usePaletteSearch(place)}
    />
  );
}
