import { useEffect, useEffectEvent } from "react";

/** Calls `begin` when the key `/` is pressed. Ignores the key while the person types in a field. Null disables the key. */
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
