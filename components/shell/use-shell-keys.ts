import { useEffect, useEffectEvent } from "react";

/** Handles the global keyboard shortcuts: Ctrl+K or Cmd+K opens the command palette, and `?` opens the list of shortcuts. */
export function useShellKeys({ palette, help }: { palette: () => void; help: () => void }) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const command = event.metaKey || event.ctrlKey;
    if (command && event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      palette();
    } else if (event.key === "?" && !command && !typesIn(event.target)) {
      event.preventDefault();
      help();
    }
  });
  useEffect(() => {
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
}

const typesIn = (target: EventTarget | null) =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;
