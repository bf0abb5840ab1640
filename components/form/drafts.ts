/* Unsaved input of forms while the page loads again (components/data/lost-chunk.ts). */

export interface Draft {
  /** Names of the fields, which identify the form on its page. */
  form: string;
  values: Record<string, unknown>;
}

interface Kept extends Draft {
  path: string;
  at: number;
}

type Store = Pick<Storage, "getItem" | "setItem">;

const KEY = "castellan:drafts";
/** Maximum age of a stored draft in milliseconds. */
const OLDEST_MS = 10 * 60_000;
/** Names of fields whose values are not stored, because they are secrets. */
const SECRET = /password|secret|token|code|pin/i;

const read = (store: Store, now: number) => {
  const kept = JSON.parse(store.getItem(KEY) ?? "[]") as Kept[];
  return kept.filter(({ at }) => now - at < OLDEST_MS);
};

export const nameOfForm = (fields: object) => Object.keys(fields).sort().join();

/** Stores the input of these forms until the page has loaded again. */
export function keepDrafts(drafts: readonly Draft[], path: string, now: number, store: Store) {
  const more = drafts.map(({ form, values }) => ({
    form,
    path,
    at: now,
    values: Object.fromEntries(Object.entries(values).filter(([field]) => !SECRET.test(field))),
  }));
  const others = read(store, now).filter(
    (one) => one.path !== path || !more.some(({ form }) => form === one.form),
  );
  store.setItem(KEY, JSON.stringify([...others, ...more]));
}

/** Returns the stored input of a form and removes it from the store. Returns null if there is none. */
export function takeDraft(form: string, path: string, now: number, store: Store): Draft["values"] | null {
  const kept = read(store, now);
  const found = kept.findLast((one) => one.form === form && one.path === path);
  if (found === undefined) return null;
  store.setItem(KEY, JSON.stringify(kept.filter((one) => one !== found)));
  return found.values;
}
