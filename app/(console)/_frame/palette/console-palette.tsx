"use client";

import { useCallback } from "react";
import type { NavigationGroup } from "@/components/shell/app-shell";
import { CommandPalette } from "@/components/shell/command-palette";
import { usePaletteActions } from "./palette-actions";
import { usePaletteSearch } from "./palette-search";

/** Command palette of one workspace. */
export function ConsolePalette({
  tenant,
  navigation,
  open,
  onOpenChange,
}: {
  /** Slug of the tenant. Null on the platform. */
  tenant: string | null;
  /** Areas that the administrator may open. */
  navigation: NavigationGroup[];
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const base = tenant === null ? "/platform" : `/${tenant}`;
  const has = useCallback(
    (path: string) => navigation.some(({ items }) => items.some(({ href }) => href === base + path)),
    [navigation, base],
  );
  const place = { tenant, has };
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      navigation={navigation}
      actions={usePaletteActions(place)}
      search={usePaletteSearch(place)}
    />
  );
}
