"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";
import { dirtyAmong, guardLeaving, type Guard } from "./leave-guard";

/** Guards inside the surrounding dialog. Null on the page. */
export const GuardsInside = createContext<Set<Guard> | null>(null);

/** Asks for confirmation before input is lost: by closing the dialog, by a link to another page, or by leaving the page. */
export function useLeaveGuard(isDirty: () => boolean) {
  const t = useExtracted("shared");
  const question = t("Your changes are not saved. Leave the page anyway?");
  const dirty = useEffectEvent(isDirty);
  const inside = useContext(GuardsInside);
  useEffect(() => {
    const guard = { isDirty: () => dirty(), question };
    const release = guardLeaving(guard);
    inside?.add(guard);
    return () => {
      release();
      inside?.delete(guard);
    };
  }, [question, inside]);
}

/**
 * Returns the guards of an element that can be closed by accident, and `mayClose`, which asks for confirmation before input is
 * lost. `guards` is the value of the element's `GuardsInside`.
 */
export function useCloseGuard() {
  const t = useExtracted("shared");
  const [guards] = useState(() => new Set<Guard>());
  const mayClose = () =>
    dirtyAmong(guards) === undefined || window.confirm(t("Your changes are not saved. Close anyway?"));
  return { guards, mayClose };
}
