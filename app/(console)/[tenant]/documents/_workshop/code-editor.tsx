"use client";

import { html } from "@codemirror/lang-html";
import { json, jsonParseLinter } from "@codemirror/lang-json";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { forEachDiagnostic, linter, lintGutter, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { basicSetup } from "codemirror";
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useExtracted } from "next-intl";
import type { Span } from "./places";

/** Error or warning about a range of the source text. */
export type Mark = Span & { severity: "warning" | "error"; message: string };

interface Props {
  /** Initial text. To change the text later, render the editor with another `key`. */
  initial: string;
  /**
   * Initial selection, if the administrator was typing in the plain field before the editor was loaded. The editor then takes
   * the focus.
   */
  begun?: { anchor: number; head: number } | undefined;
  language: "html" | "json";
  label: string;
  /** Ids of the elements that explain how to use the editor. */
  describedBy?: string;
  marks?: Mark[];
  /** Range to scroll to and select. A new object scrolls to the range again, even if the range is the same. */
  shown?: Span | null;
  onChange: (text: string) => void;
}

// The editor does not bind the Tab key. Tab therefore moves the focus out of the editor.
const look = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--surface)", color: "var(--ink)", fontSize: "12.5px" },
  ".cm-scroller": { fontFamily: "var(--font-mono)", lineHeight: "1.6" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--sunken)",
    color: "var(--ink-faint)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--sunken) 60%, transparent)" },
  ".cm-activeLineGutter": { backgroundColor: "var(--line)", color: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 28%, transparent)",
  },
  ".cm-selectionMatch, .cm-matchingBracket, &.cm-focused .cm-matchingBracket": {
    backgroundColor: "var(--accent-soft)",
    color: "inherit",
  },
  ".cm-panels, .cm-tooltip": {
    backgroundColor: "var(--raised)",
    color: "var(--ink)",
    borderColor: "var(--line)",
  },
  ".cm-panel.cm-search": { padding: "6px 28px 6px 8px", "& input, & button, & label": { fontSize: "12px" } },
  ".cm-button, .cm-textfield": {
    background: "var(--surface)",
    color: "inherit",
    border: "1px solid var(--line-strong)",
    borderRadius: "4px",
  },
  ".cm-button:hover": { background: "var(--sunken)" },
  ".cm-panel.cm-search [name=close]": { color: "inherit" },
  ".cm-foldPlaceholder": { backgroundColor: "var(--sunken)", borderColor: "var(--line)", color: "inherit" },
});

const colours = HighlightStyle.define([
  { tag: [tags.tagName, tags.keyword], color: "var(--accent-text)" },
  { tag: [tags.attributeName, tags.propertyName], color: "var(--info-text)" },
  { tag: [tags.string, tags.attributeValue, tags.color], color: "var(--warning-text)" },
  { tag: [tags.number, tags.bool, tags.null, tags.unit, tags.atom], color: "var(--plum-text)" },
  {
    tag: [tags.comment, tags.meta, tags.angleBracket, tags.processingInstruction],
    color: "var(--ink-faint)",
  },
]);

/** Editor for a source text with syntax highlighting, line numbers, errors and warnings. */
export function CodeEditor({ initial, begun, language, label, describedBy, marks, shown, onChange }: Props) {
  const phrases = useEditorPhrases();
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const tell = useEffectEvent(onChange);

  // Reads the initial values once. A later change of these values has no effect without another `key`.
  const begin = useEffectEvent((parent: HTMLElement) => {
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: initial,
        ...(begun && { selection: begun }),
        extensions: [
          basicSetup,
          language === "html" ? html() : [json(), linter(jsonParseLinter()), lintGutter()],
          ...(language === "html" ? [lintGutter()] : []),
          EditorState.phrases.of(phrases),
          look,
          syntaxHighlighting(colours),
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({
            "aria-label": label,
            ...(describedBy && { "aria-describedby": describedBy }),
            spellcheck: "false",
            // Accessibility checks require a tabindex for a scrolling element, although an editable element is focusable
            // without a tabindex.
            tabindex: "0",
          }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) tell(update.state.doc.toString());
          }),
        ],
      }),
    });
    if (begun) editor.focus();
    return editor;
  });

  // A layout effect runs before the browser handles the next key press. No typed character is lost when the editor replaces the
  // plain field.
  useLayoutEffect(() => {
    const editor = begin(place.current!);
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (!editor || language !== "html") return;
    const end = editor.state.doc.length;
    const diagnostics = (marks ?? []).filter(({ to }) => to <= end) satisfies Diagnostic[];
    let before = 0;
    forEachDiagnostic(editor.state, () => (before += 1));
    if (diagnostics.length + before > 0)
      editor.dispatch(
        setDiagnostics(
          editor.state,
          [...diagnostics].sort((one, other) => one.from - other.from),
        ),
      );
  }, [marks, language]);

  useEffect(() => {
    const editor = view.current;
    if (!editor || !shown) return;
    const end = editor.state.doc.length;
    editor.dispatch({
      selection: { anchor: Math.min(shown.from, end), head: Math.min(shown.to, end) },
      effects: EditorView.scrollIntoView(Math.min(shown.from, end), { y: "center" }),
    });
    editor.focus();
  }, [shown]);

  // `isolate` creates a stacking context. The panels of the editor therefore stay below the dialogs of the page.
  return <div ref={place} className="isolate h-full overflow-hidden" />;
}

/** Returns translations of the texts in CodeMirror (search, folding, messages). The keys are the English texts. */
function useEditorPhrases(): Record<string, string> {
  const t = useExtracted("documents");
  return {
    Find: t("Find"),
    Replace: t("Replace"),
    next: t("next"),
    previous: t("previous"),
    all: t("all"),
    "match case": t("match case"),
    "by word": t("by word"),
    regexp: t("regexp"),
    replace: t("replace"),
    "replace all": t("replace all"),
    close: t("close"),
    "current match": t("current match"),
    "on line": t("on line"),
    "replaced $ matches": t("replaced $ matches"),
    "replaced match on line $": t("replaced match on line $"),
    "Go to line": t("Go to line"),
    go: t("go"),
    "Fold line": t("Fold line"),
    "Unfold line": t("Unfold line"),
    "Folded lines": t("Folded lines"),
    "Unfolded lines": t("Unfolded lines"),
    to: t("to"),
    "folded code": t("folded code"),
    unfold: t("unfold"),
    Diagnostics: t("Diagnostics"),
    "No diagnostics": t("No diagnostics"),
    Completions: t("Completions"),
    "Control character": t("Control character"),
    "Selection deleted": t("Selection deleted"),
  };
}
