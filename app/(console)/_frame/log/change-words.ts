import { useExtracted } from "next-intl";
import { useExactTime } from "@/components/ui/format/use-exact-time";
import { fieldWords, type ChangeWords } from "./audit-changes";
import { useFieldLabels } from "./field-labels";
import { useCodeWords } from "../words/code-words";
import { useInSentence } from "../words/in-sentence";
import { useProofWords } from "../sign-ins/sign-in-words";
import { wordOf } from "../words/word-table";

/** Returns the texts of changes in the reader's language. A field without a label is shown by its name. */
export function useChangeWords(): ChangeWords {
  const t = useExtracted("console");
  const fields = useFieldLabels();
  const code = useCodeWords();
  const time = useExactTime();
  const inSentence = useInSentence();
  const proof = useProofWords();
  // An event about a sign-in method has a field with the name of the method.
  const field = (name: string) => {
    const way = proof(name);
    return wordOf(fields, name) ?? (way === name ? fieldWords(name) : way);
  };
  return {
    field,
    inner: (name) => inSentence(field(name)),
    code,
    time,
    yes: t("yes"),
    no: t("no"),
    nothing: t("nothing"),
    hidden: t("set, not shown"),
    replaced: t("changed, not shown"),
  };
}
