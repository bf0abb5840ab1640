"use client";

import { createContext, useContext, useSyncExternalStore } from "react";
import { keptName } from "./kept";

/** What the browser keeps, as its request told the server. */
export const KeptTexts = createContext<Readonly<Record<string, string>>>({});

const changed = "castellan:kept-text";
const YEAR = 31_536_000;

// Cookies are written as the fields of a form are, but for what stands between them.
const keptAs = (cookie: string) => new URLSearchParams(document.cookie.replaceAll("; ", "&")).get(cookie);

/**
 * A text that this browser keeps under a name; null where it keeps none. In a cookie, so that the server knows it when it writes
 * the page, and nothing moves when the page comes to life.
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
