import { useExtracted } from "next-intl";
import { useExactTime } from "@/components/ui/format/use-exact-time";
import { fieldWords, type ChangeWords } from "./audit-changes";
import { useFieldLabels } from "./field-labels";
import { useCodeWords } from "../words/code-words";
import { useInSentence } from "../words/in-sentence";
import { useProofWords } from "../sign-ins/sign-in-words";
import { wordOf } from "../words/word-table";

/** Returns the texts for changes in the language of the page. A field without a label gets a label from its key. */
export function useChangeWords(): ChangeWords {
  const t = useExtracted("console");
  const fields = useFieldLabels();
  const code = useCodeWords();
  const time = useExactTime();
  const inSentence = useInSentence();
  const proof = useProofWords();
  // In an event about sign-in methods, the key of a field is the code of a sign-in method.
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
