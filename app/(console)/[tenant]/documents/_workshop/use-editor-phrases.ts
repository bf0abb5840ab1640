import { useExtracted } from "next-intl";

/** Returns translations of the texts in CodeMirror (search, folding, messages). The keys are the English texts. */
export function useEditorPhrases(): Record<string, string> {
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
