/*
 * Scripts that failed to load. The server has restarted, perhaps with another version whose scripts have other names, or the
 * connection was lost. The module system keeps the failure, so that only a new document loads the scripts again.
 */

/** Returns true for the error of a script that could not be loaded. */
export const isLostChunk = (error: unknown) => error instanceof Error && error.name === "ChunkLoadError";

const KEY = "castellan:reloaded";
/** Interval in milliseconds in which the page reloads itself only once. */
const ONCE_IN_MS = 60_000;
const BETWEEN_TRIES_MS = 2_000;

/** Returns true if the page has not reloaded itself in the last minute, and records that it does now. */
export function mayReload(storage: Pick<Storage, "getItem" | "setItem">, now: number): boolean {
  if (now - Number(storage.getItem(KEY) ?? Number.NaN) < ONCE_IN_MS) return false;
  storage.setItem(KEY, String(now));
  return true;
}

/**
 * Loads the page again when the server answers. A reload without an answer would replace the page by the browser's error page.
 * Returns a function that stops the wait.
 */
export function reloadWhenBack(): () => void {
  let stopped = false;
  const look = async () => {
    const answered = await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(5_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (stopped) return;
    if (answered) window.location.reload();
    else setTimeout(() => void look(), BETWEEN_TRIES_MS);
  };
  void look();
  return () => {
    stopped = true;
  };
}
