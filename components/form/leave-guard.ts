export interface Guard {
  /** Returns true if there is unsaved input. */
  isDirty: () => boolean;
  /** Question before leaving. */
  question: string;
}

/** Returns the first guard with unsaved input. */
export const dirtyAmong = (guards: ReadonlySet<Guard>) => [...guards].find(({ isDirty }) => isDirty());

const guards = new Set<Guard>();
const dirtyOne = () => dirtyAmong(guards);

/**
 * Returns true if a click opens another page of this site in this tab. Other clicks keep or unload the page. A link with a target,
 * even `_self`, unloads the page. In this case, the browser itself asks for confirmation.
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
 * Asks for confirmation on Back and Forward. The browser has already navigated when it sends their events. If the reader stays, the
 * guard returns to the entry of the page and hides both navigations from the router. It must be registered before the router,
 * because listeners run in the order of their registration.
 */
export function watchHistory() {
  let from: NavigationHistoryEntry | null = null;
  let returning = false;
  // The Navigation API, which gives the distance, is in all browsers since 2026. Older browsers leave without a question.
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

/** Asks for confirmation before the page is left with unsaved input, once for all guards. Returns a function that removes the guard. */
export function guardLeaving(guard: Guard): () => void {
  if (guards.size === 0) {
    // In the capture phase, to run before other handlers of the link.
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

/**
 * Returns the values of a form's fields as comparable texts. Leaves out empty fields, so that a late empty field is not a
 * change.
 */
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
 * Tracks the unsaved input of one form: the difference from the last settled values. During a submission, the submitted values
 * do not count as unsaved, because the submission may open another page. Later input counts.
 */
export function createUnsaved() {
  let saved: ReadonlyMap<string, string> | null = null;
  let sent: ReadonlyMap<string, string> | null = null;
  return {
    /** Marks all values as saved or as initial. */
    settle: (values: object) => {
      saved = textsOf(values);
    },
    /** Marks these fields as saved. */
    settleFields: (values: object) => {
      const kept = [...(saved ?? [])].filter(([field]) => !Object.hasOwn(values, field));
      saved = new Map([...kept, ...textsOf(values)]);
    },
    /** Marks these values as being submitted. Null after the submission. */
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
