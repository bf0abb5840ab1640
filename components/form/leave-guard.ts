import { keepDrafts, type Draft } from "./drafts";

export interface Guard {
  /** Returns true if the form has unsaved input. */
  isDirty: () => boolean;
  /** Question that is shown before the person leaves the page. */
  question: string;
  /** Returns the input of the form, to store it while the page loads again. */
  draft?: () => Draft | undefined;
}

/** Returns the first guard whose form has unsaved input. */
export const dirtyAmong = (guards: ReadonlySet<Guard>) => [...guards].find(({ isDirty }) => isDirty());

const guards = new Set<Guard>();
const dirtyOne = () => dirtyAmong(guards);

/** Stores the unsaved input of all forms until the page has loaded again. */
export function keepUnsaved() {
  const drafts = [...guards].filter(({ isDirty }) => isDirty()).flatMap(({ draft }) => draft?.() ?? []);
  if (drafts.length > 0) keepDrafts(drafts, window.location.pathname, Date.now(), window.sessionStorage);
}

/**
 * Returns true if a click opens another page of this site in the same tab by client navigation. A link with a target, even
 * `_self`, loads a new document. For a new document, the browser itself asks for a confirmation.
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
 * Asks for a confirmation when the person presses Back or Forward. The browser sends the event after the navigation. If the
 * person stays, this function returns to the old history entry and hides both navigations from the router.
 *
 * Call this function before the router starts, because event listeners run in the order of their registration.
 */
export function watchHistory() {
  let from: NavigationHistoryEntry | null = null;
  let returning = false;
  // The Navigation API has the position of each history entry. Browsers without this API (before 2026) leave the page without a
  // question.
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

/**
 * Adds a guard. Before the person leaves the page with unsaved input, one question is shown for all guards. Returns a function
 * that removes the guard.
 */
export function guardLeaving(guard: Guard): () => void {
  if (guards.size === 0) {
    // The capture phase runs before the other click handlers of the link.
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
 * Converts the values of form fields to comparable texts. Omits empty fields, because an empty field that is registered later
 * is not a change.
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
 * Tracks the unsaved input of one form. Input is unsaved if it differs from the last saved values. While the form is
 * submitting, the submitted values count as saved, because the submission may open another page. Changes after the start of the
 * submission count as unsaved.
 */
export function createUnsaved() {
  let saved: ReadonlyMap<string, string> | null = null;
  let sent: ReadonlyMap<string, string> | null = null;
  return {
    /** Sets the saved or initial values of all fields. */
    settle: (values: object) => {
      saved = textsOf(values);
    },
    /** Sets the saved values of these fields. */
    settleFields: (values: object) => {
      const kept = [...(saved ?? [])].filter(([field]) => !Object.hasOwn(values, field));
      saved = new Map([...kept, ...textsOf(values)]);
    },
    /** Sets the values that are being submitted. Call with null after the submission. */
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
