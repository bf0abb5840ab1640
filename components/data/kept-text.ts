"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { keptName } from "./kept";

/** Preferences from the cookies of the request, by cookie name. */
export const KeptTexts = createContext<Readonly<Record<string, string>>>({});

const changed = "castellan:kept-text";
const YEAR = 31_536_000;

// Parses the cookies like form data. The two formats differ only in the separator.
const keptAs = (cookie: string) => new URLSearchParams(document.cookie.replaceAll("; ", "&")).get(cookie);

/**
 * Returns a text that this browser stores under a name, and a function that stores a text. The text is null if none is stored.
 * The text is in a cookie, because the server must render the page with the same text. Otherwise the layout would change after
 * hydration.
 */
export function useKeptText(name: string): [text: string | null, keep: (text: string | null) => void] {
  const cookie = keptName(name);
  const told = useContext(KeptTexts)[cookie] ?? null;
  const text = useSyncExternalStore(
    (notify) => {
      window.addEventListener(changed, notify);
      return () => window.removeEventListener(changed, notify);
    },
    () => keptAs(cookie),
    () => told,
  );
  const keep = (next: string | null) => {
    const seconds = next === null ? 0 : YEAR;
    document.cookie = `${cookie}=${encodeURIComponent(next ?? "")}; path=/; max-age=${seconds}; samesite=lax`;
    window.dispatchEvent(new Event(changed));
  };
  return [text, keep];
}
