"use client";

import { useEffect } from "react";
import { returnPath } from "@/app/return-path";

const KEY = "castellan:return";

/**
 * Stores the target page for the steps of the sign-in, which may lead to other sites. Uses the storage of the tab, so that two
 * tabs keep their own targets. Removes the target from the address, so that a bookmark contains only the sign-in.
 */
export function KeepReturn({ to }: { to: string }) {
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, to);
    } catch {
      // Without storage, the sign-in ends at the console's first page.
      return;
    }
    const { pathname, searchParams } = new URL(window.location.href);
    searchParams.delete("to");
    const query = searchParams.toString();
    window.history.replaceState(window.history.state, "", query === "" ? pathname : `${pathname}?${query}`);
  }, [to]);
  return null;
}

/** Returns the target page after a sign-in and removes it from the store. */
export function takeReturn(): string {
  try {
    const kept = returnPath(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return kept ?? "/";
  } catch {
    return "/";
  }
}
