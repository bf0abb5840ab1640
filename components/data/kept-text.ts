"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { keptName } from "./kept";

/** Stored texts of the browser, from the cookies of the request. */
export const KeptTexts = createContext<Readonly<Record<string, string>>>({});

const changed = "castellan:kept-text";
const YEAR = 31_536_000;

// Parses the cookies like form data, which differs only in the separator.
const keptAs = (cookie: string) => new URLSearchParams(document.cookie.replaceAll("; ", "&")).get(cookie);

/**
 * Returns a text that this browser stores under a name (null without one), and a function that stores it. Uses a cookie, so that
 * the server renders with it and the layout does not shift on hydration.
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
