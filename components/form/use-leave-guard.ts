"use client";

import { useExtracted } from "next-intl";
import { createContext, useContext, useEffect, useRef, useState } from "react";
import type { Draft } from "./drafts";
import { dirtyAmong, guardLeaving, type Guard } from "./leave-guard";

/** Guards of the forms inside the surrounding dialog. Null outside of dialogs. */
export const GuardsInside = createContext<Set<Guard> | null>(null);

/**
 * Asks for a confirmation before unsaved input is lost. Input can be lost when the person closes the dialog, follows a link or
 * leaves the page. `draft` returns the input, which is stored while the page loads again.
 */
export function useLeaveGuard(isDirty: () => boolean, draft?: () => Draft) {
  const t = useExtracted("shared");
  const question = t("Your changes are not saved. Leave the page anyway?");
  // A ref instead of an effect event, because the error page reads the forms while it renders.
  const latest = useRef({ isDirty, draft });
  useEffect(() => {
    latest.current = { isDirty, draft };
  });
  const inside = useContext(GuardsInside);
  useEffect(() => {
    const guard: Guard = {
      isDirty: () => latest.current.isDirty(),
      question,
      draft: () => latest.current.draft?.(),
    };
    const release = guardLeaving(guard);
    inside?.add(guard);
    return () => {
      release();
      inside?.delete(guard);
    };
  }, [question, inside]);
}

/**
 * Returns the guards of a dialog and `mayClose`. `mayClose` asks for a confirmation if a guard has unsaved input, and returns
 * false if the person cancels. The dialog must provide `guards` as the value of `GuardsInside`.
 */
export function useCloseGuard() {
  const t = useExtracted("shared");
  const [guards] = useState(() => new Set<Guard>());
  const mayClose = () =>
    dirtyAmong(guards) === undefined || window.confirm(t("Your changes are not saved. Close anyway?"));
  return { guards, mayClose };
}
