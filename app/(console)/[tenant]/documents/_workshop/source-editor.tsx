"use client";

import { useEffect, useRef, useState, type ComponentProps } from "react";
import { flushSync } from "react-dom";
import { useHydrated } from "@/components/ui/use-hydrated";
import type { CodeEditor } from "./code-editor";

type Props = Omit<ComponentProps<typeof CodeEditor>, "begun">;

/**
 * Editor for a source text. Shows a plain text area until the code of the editor is loaded. The editor then takes over the text
 * and the selection. If loading fails, the text area stays. It accepts text only after hydration, because hydration replaces what
 * was typed before.
 */
export function SourceEditor({ ready, ...props }: Props & { ready: boolean }) {
  const [text, setText] = useState(props.initial);
  const hydrated = useHydrated();
  const field = useRef<HTMLTextAreaElement>(null);
  const [come, setCome] = useState<
    | (Pick<ComponentProps<typeof CodeEditor>, "begun"> & {
        Editor: typeof CodeEditor;
      })
    | null
  >(null);
  useEffect(() => {
    if (!ready) return;
    let left = false;
    import("./code-editor").then(
      ({ CodeEditor: Editor }) => {
        const plain = field.current;
        if (left || plain === null) return;
        const { selectionStart: anchor, selectionEnd: head } = plain;
        const begun = plain === document.activeElement ? { anchor, head } : undefined;
        // At once, because a focus or a key between here and a later rendering would be lost.
        flushSync(() => setCome({ Editor, begun }));
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [ready]);
  if (come) return <come.Editor {...props} initial={text} begun={come.begun} />;
  return (
    <textarea
      ref={field}
      value={text}
      readOnly={!hydrated}
      onChange={({ target: { value } }) => {
        setText(value);
        props.onChange(value);
      }}
      aria-label={props.label}
      aria-describedby={props.describedBy}
      spellCheck={false}
      className="block size-full resize-none bg-surface px-3 py-1 font-mono text-[12.5px] leading-[1.6] text-ink"
    />
  );
}
