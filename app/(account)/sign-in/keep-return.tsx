"use client";

import { useEffect } from "react";
import { returnPath } from "@/app/return-path";

const KEY = "castellan:return";

/**
 * Keeps where one wants to go while the steps of the sign-in are walked, which lead from page to page and to others'
 * sites: in this tab, so that two tabs go each to their own. The address loses it: what is bookmarked is the sign-in.
 */
export function KeepReturn({ to }: { to: string }) {
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, to);
    } catch {
      // Where the browser keeps nothing, one comes to the first page.
      return;
    }
    const { pathname, searchParams } = new URL(window.location.href);
    searchParams.delete("to");
    const query = searchParams.toString();
    window.history.replaceState(window.history.state, "", query === "" ? pathname : `${pathname}?${query}`);
  }, [to]);
  return null;
}

/** Where the one who has just signed in wanted to go, once. */
export function takeReturn(): string {
  try {
    const kept = returnPath(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return kept ?? "/";
  } catch {
    return "/";
  }
}
