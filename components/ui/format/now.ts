"use client";

import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** Adds a listener to the timer of the page. All times on a page share one timer. The timer stops with the last listener. */
function subscribe(listener: () => void) {
  listeners.add(listener);
  timer ??= setInterval(() => listeners.forEach((tell) => tell()), MINUTE_MS / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const thisMinute = () => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;

/** Returns the start of the current minute in milliseconds. Renders the component again in the next minute. */
export const useThisMinute = () => useSyncExternalStore(subscribe, thisMinute, thisMinute);
