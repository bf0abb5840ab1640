export interface Guard {
  /** Whether something stands here that was typed and not saved. */
  isDirty: () => boolean;
  /** What is asked before it is left. */
  question: string;
}

/** Whether one of these would lose what was typed. */
export const dirtyAmong = (guards: ReadonlySet<Guard>) => [...guards].find(({ isDirty }) => isDirty());

const guards = new Set<Guard>();
const dirtyOne = () => dirtyAmong(guards);

/**
 * Whether a click follows a link to another page of this site in this tab; all else keeps the page, or unloads it. A link with a
 * target unloads it even where that is `_self`: the browser asks then, and would ask again.
 */
function leaves(event: MouseEvent): boolean {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
  const link = (event.target as Element | null)?.closest<HTMLAnchorElement>("a[href]");
  if (!link || link.hasAttribute("download") || link.target !== "") return false;
  const to = new URL(link.href, window.location.href);
  return to.origin === window.location.origin && to.pathname !== window.location.pathname;
}

const onClick = (event: Event) => {
  if (!leaves(event as MouseEvent)) return;
  const guard = dirtyOne();
  if (guard === undefined || window.confirm(guard.question)) return;
  event.preventDefault();
  event.stopPropagation();
};

/**
 * Asks about Back and Forward, which have happened when they are heard of. Who wants to stay is brought back to the entry that
 * the page stands on, and the router hears of neither way: this listens before it does, since a window's listeners are called
 * in the order they came in.
 */
export function watchHistory() {
  let from: NavigationHistoryEntry | null = null;
  let returning = false;
  // What tells how far they went is in all browsers since 2026; in older ones they leave without a question.
  const navigation: Navigation | undefined = window.navigation;
  const onEntryChange = (event: NavigationCurrentEntryChangeEvent) => {
    from = event.from;
  };
  const onPopState = (event: Event) => {
    if (returning) {
      returning = false;
      event.stopImmediatePropagation();
      return;
    }
    const to = navigation?.currentEntry;
    if (!from?.url || !to || new URL(from.url).pathname === window.location.pathname) return;
    const guard = dirtyOne();
    if (guard === undefined || window.confirm(guard.question)) return;
    event.stopImmediatePropagation();
    returning = true;
    window.history.go(from.index - to.index);
  };
  navigation?.addEventListener("currententrychange", onEntryChange);
  window.addEventListener("popstate", onPopState);
}

const onUnload = (event: Event) => {
  if (dirtyOne() !== undefined) event.preventDefault();
};

/** Asks before the page is left while something is dirty, once for all guards of a page. Gives what takes the guard away. */
export function guardLeaving(guard: Guard): () => void {
  if (guards.size === 0) {
    // Before whatever follows the link, so that it can be kept from it.
    window.addEventListener("click", onClick, { capture: true });
    window.addEventListener("beforeunload", onUnload);
  }
  guards.add(guard);
  return () => {
    guards.delete(guard);
    if (guards.size > 0) return;
    window.removeEventListener("click", onClick, { capture: true });
    window.removeEventListener("beforeunload", onUnload);
  };
}

const isEmpty = (value: unknown) =>
  value === "" ||
  value === null ||
  value === undefined ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** What each field of a form holds, comparable: a field that comes later and is empty changes nothing. */
const textsOf = (values: object): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(values)
      .filter(([, value]) => !isEmpty(value))
      .map(([field, value]) => [field, textOf(value)]),
  );

const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (isEmpty(part) ? undefined : part)) ?? "";

const differ = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>) =>
  one.size !== other.size || [...one].some(([field, text]) => other.get(field) !== text);

/**
 * What one form holds that is not saved: what differs from the values that it was last settled with. While it is sent, what
 * is sent is nothing of its own, since what it is sent for may lead elsewhere; what is typed meanwhile is.
 */
export function createUnsaved() {
  let saved: ReadonlyMap<string, string> | null = null;
  let sent: ReadonlyMap<string, string> | null = null;
  return {
    /** All that the form holds is saved, or nothing of it was typed. */
    settle: (values: object) => {
      saved = textsOf(values);
    },
    /** These fields hold what the server has. */
    settleFields: (values: object) => {
      const kept = [...(saved ?? [])].filter(([field]) => !Object.hasOwn(values, field));
      saved = new Map([...kept, ...textsOf(values)]);
    },
    /** These values are on their way to the server; null where none are any more. */
    sending: (values: object | null) => {
      sent = values && textsOf(values);
    },
    isDirty: (values: object) => {
      const known = sent ?? saved;
      return known !== null && differ(known, textsOf(values));
    },
  };
}

export type Unsaved = ReturnType<typeof createUnsaved>;
