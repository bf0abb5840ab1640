"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext, useEffect, useEffectEvent, useState } from "react";
import { dirtyAmong, guardLeaving, type Guard } from "./leave-guard";

/** The guards of what stands in the dialog around; null on the page itself. */
export const GuardsInside = createContext<Set<Guard> | null>(null);

/** Asks before what was typed is lost: with the dialog that it stands in, by a link to another page of the console, or with the page itself. */
export function useLeaveGuard(isDirty: () => boolean) {
  const t = useExtracted("shared");
  const question = t("What you have typed here is not saved. Leave the page without saving it?");
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
 * For what can be closed by accident: `guards` are for its `GuardsInside`, and `mayClose` asks before what was typed in it is
 * lost.
 */
export function useCloseGuard() {
  const t = useExtracted("shared");
  const [guards] = useState(() => new Set<Guard>());
  const mayClose = () =>
    dirtyAmong(guards) === undefined ||
    window.confirm(t("What you have typed here is not saved. Close it without saving?"));
  return { guards, mayClose };
}
