"use client";

import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";

const SEARCH_REST_MS = 150;

/**
 * Searches during typing, for a list of cmdk. Calls `search` with an empty text at first, and after each pause in typing. Until
 * the answer arrives, the list shows the results of an older text, and no item is selected. If Enter is pressed in this time, calls
 * `take` with the answer when it arrives.
 */
export function useTypedSearch<Found>(
  search: (text: string) => Promise<Found>,
  take: (found: Found) => void,
) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<{ to: string; found: Found | null } | null>(null);
  const [chosen, setChosen] = useState({ to: "", value: "" });
  const awaited = useRef<string | null>(null);
  const wanted = text.trim();
  const searching = answer?.to !== wanted;

  // An effect event, because the parent passes a new function on each render for the same search.
  const find = useEffectEvent(search);
  const arrived = useEffectEvent((found: Found) => take(found));

  useEffect(() => {
    let current = true;
    const look = async () => {
      const found = await find(wanted).catch(() => null);
      if (!current) return;
      setAnswer({ to: wanted, found });
      const entered = awaited.current === wanted;
      awaited.current = null;
      if (!entered || found === null) return;
      setText("");
      arrived(found);
    };
    const timer = setTimeout(() => void look(), wanted === "" ? 0 : SEARCH_REST_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [wanted]);

  const type = (typed: string) => {
    awaited.current = null;
    setText(typed);
  };

  return {
    text,
    type,
    wanted,
    searching,
    /**
     * Newest answer. It may belong to an older text while `searching` is true. Null before the first answer and after a failure.
     */
    found: answer?.found ?? null,
    failed: !searching && answer?.found === null,
    /**
     * Props of the list for the current choices. Enter takes the first one unless the reader has selected another. Set here,
     * because cmdk selects nothing if several items of the list disappear at once.
     */
    listProps: (choices: readonly string[]) => ({
      value: chosen.to === wanted && choices.includes(chosen.value) ? chosen.value : (choices[0] ?? ""),
      onValueChange: (value: string) => {
        if (choices.includes(value)) setChosen({ to: wanted, value });
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.nativeEvent.isComposing || !searching || choices.length > 0)
          return;
        event.preventDefault();
        if (wanted !== "") awaited.current = wanted;
      },
    }),
  };
}
