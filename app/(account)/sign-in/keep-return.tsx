"use client";

import { useEffect } from "react";
import { returnPath } from "@/app/return-path";

const KEY = "castellan:return";

/**
 * Stores the target page of the sign-in in the session storage, because the sign-in may leave this site. Each tab has its own
 * session storage and therefore its own target. Removes the target from the address of the page.
 */
export function KeepReturn({ to }: { to: string }) {
  useEffect(() => {
    try {
      sessionStorage.setItem(KEY, to);
    } catch {
      // Without storage, the sign-in ends on the first page of the console.
      return;
    }
    const { pathname, searchParams } = new URL(window.location.href);
    searchParams.delete("to");
    const query = searchParams.toString();
    window.history.replaceState(window.history.state, "", query === "" ? pathname : `${pathname}?${query}`);
  }, [to]);
  return null;
}

/** Returns the target page after a sign-in. Removes the target from the session storage. */
export function takeReturn(): string {
  try {
    const kept = returnPath(sessionStorage.getItem(KEY));
    sessionStorage.removeItem(KEY);
    return kept ?? "/";
  } catch {
    return "/";
  }
}
