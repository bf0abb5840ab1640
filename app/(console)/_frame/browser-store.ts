"use client";

import { useSyncExternalStore } from "react";

const changed = "castellan:browser-store";

/** A text that this browser keeps under a name; empty before the page has come to life, and where nothing was kept. */
export function useBrowserText(name: string): [text: string, set: (text: string) => void] {
  const text = useSyncExternalStore(
    (notify) => {
      // The first is this page's own change, the second another tab's.
      for (const event of [changed, "storage"]) window.addEventListener(event, notify);
      return () => {
        for (const event of [changed, "storage"]) window.removeEventListener(event, notify);
      };
    },
    () => localStorage.getItem(name) ?? "",
    () => "",
  );
  const set = (next: string) => {
    if (next === "") localStorage.removeItem(name);
    else localStorage.setItem(name, next);
    window.dispatchEvent(new Event(changed));
  };
  return [text, set];
}
