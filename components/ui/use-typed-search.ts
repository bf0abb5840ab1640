"use client";

import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from "react";

const SEARCH_REST_MS = 150;

/**
 * A search that runs as one types, for a list of cmdk. Until what was typed is answered, what stands there is the list of
 * an older text: nothing of it is chosen, and Enter waits for the answer and then takes its first. `search` is asked when
 * the reader stops typing, and at first with nothing; `take` gets the answer that Enter waited for.
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

  // The parent's rendering makes the search anew, and it is the same search.
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
    /** The newest answer, which may be to an older text while `searching`; null until there is one, or where it failed. */
    found: answer?.found ?? null,
    failed: !searching && answer?.found === null,
    /**
     * What the list is given, by what can be chosen for the text as it stands. Enter takes the first of it, unless another
     * was chosen: where several of the list before go at once, cmdk itself chooses nothing.
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
