"use client";

import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";

const SEARCH_REST_MS = 150;

/**
 * Searches while the person types, for a list of the library cmdk. Calls `search` first with an empty text, then after each
 * pause in typing.
 *
 * Until the response arrives, the list shows the results of the previous text, and no item is selected. If the person presses
 * Enter before the response, `take` is called with the results when they arrive. It returns false if it took
 * none of them, and the text stays.
 */
export function useTypedSearch<Found>(
  search: (text: string) => Promise<Found>,
  take: (found: Found) => boolean,
) {
  const [text, setText] = useState("");
  const [answer, setAnswer] = useState<{ to: string; found: Found | null } | null>(null);
  const [chosen, setChosen] = useState({ to: "", value: "" });
  const awaited = useRef<string | null>(null);
  const wanted = text.trim();
  const searching = answer?.to !== wanted;

  // An effect event, because the parent passes a new function at each render. A new function must not start a new search.
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
      if (entered && found !== null && arrived(found)) setText("");
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
     * Newest results. While `searching` is true, the results may belong to the previous text. Null before the first response
     * and after a failure.
     */
    found: answer?.found ?? null,
    failed: !searching && answer?.found === null,
    /**
     * Returns the props of the list for the current choices. Enter takes the first choice if the person has selected none. This
     * hook sets the selection, because cmdk loses the selection if several items disappear at the same time.
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
