import Link from "next/link";
import { Fragment } from "react";
import { useSaid } from "@/components/said";
import type { SignInRow } from "@/server/domain/risk/risk.schema";
import { explainedBy } from "@/server/domain/sign-in/explanation.schema";
import { useSignalWords } from "./signal-words";

/**
 * Why a sign-in went as it went: what was decided, each sentence leading to the rule that it is of, and what its score is made
 * of. `rulesHref`: the page of the access rules; null for a reader who may not open it.
 */
export function SignInWhy({
  signIn: { explanation, signals },
  rulesHref,
}: {
  signIn: SignInRow;
  rulesHref: string | null;
}) {
  const said = useSaid();
  const signalWords = useSignalWords();
  const parts = Object.entries(signals).map(([name, points]) => `${signalWords(name)} +${points}`);
  if (explanation.length === 0 && parts.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <span className="block max-w-md py-1 text-sm whitespace-normal text-ink-soft">
      {explanation.map((sentence) => (
        <Fragment key={sentence}>
          <Sentence words={said(sentence)} href={rulesHref && hrefOf(rulesHref, sentence)} />{" "}
        </Fragment>
      ))}
      <span className="block first-letter:uppercase">{parts.join(", ")}</span>
    </span>
  );
}

/** Where the rule stands that a sentence is about; null where it is about none. */
function hrefOf(rulesHref: string, sentence: string) {
  const rule = explainedBy(sentence);
  if (rule === null) return null;
  return rule === "restriction" ? rulesHref : `${rulesHref}?rule=${rule.ruleId}`;
}

const Sentence = ({ words, href }: { words: string; href: string | null }) =>
  href === null ? (
    words
  ) : (
    <Link
      href={href}
      className="rounded underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
    >
      {words}
    </Link>
  );
