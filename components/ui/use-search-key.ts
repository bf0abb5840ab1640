import { useEffect, useEffectEvent } from "react";

/** Has `/` begin the search of the page, from wherever nothing is being typed; null: not here. */
export function useSearchKey(begin: (() => void) | null) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    if (
      begin === null ||
      event.key !== "/" ||
      event.metaKey ||
      event.ctrlKey ||
      target.closest("input, textarea, select, [contenteditable], [role=dialog]")
    )
      return;
    event.preventDefault();
    begin();
  });
  useEffect(() => {
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}
