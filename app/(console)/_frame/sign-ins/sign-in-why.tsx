import { useExtracted } from "next-intl";
import Link from "next/link";
import { Fragment } from "react";
import { useServerMessages } from "@/components/server-messages";
import type { SignInRow } from "@/server/domain/risk/risk.schema";
import { explainedBy } from "@/server/domain/sign-in/explanation.schema";
import { useSignalWords } from "./signal-words";

/**
 * Explains the result of a sign-in: the decisions with links to their rules, and the signals of its score. `rulesHref` is the
 * page of the access rules, or null if the reader may not open it.
 */
export function SignInWhy({
  signIn: { explanation, signals },
  rulesHref,
}: {
  signIn: SignInRow;
  rulesHref: string | null;
}) {
  const signalWords = useSignalWords();
  const parts = Object.entries(signals).map(([name, points]) => `${signalWords(name)} +${points}`);
  if (explanation.length === 0 && parts.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <span className="block max-w-md py-1 text-sm whitespace-normal text-ink-soft">
      {explanation.map((sentence) => (
        <Fragment key={sentence}>
          <Sentence sentence={sentence} rulesHref={rulesHref} />{" "}
        </Fragment>
      ))}
      <span className="block first-letter:uppercase">{parts.join(", ")}</span>
    </span>
  );
}

/** One sentence of the explanation. The sentence of a rule is a link and does not show the rule's number. */
function Sentence({ sentence, rulesHref }: { sentence: string; rulesHref: string | null }) {
  const t = useExtracted("console");
  const serverMessage = useServerMessages();
  const by = explainedBy(sentence);
  const isRule = by !== null && by !== "restriction";
  const words = isRule ? t("Access rule: {why}", { why: serverMessage(by.why) }) : serverMessage(sentence);
  if (rulesHref === null || by === null) return words;
  return (
    <Link
      href={isRule ? `${rulesHref}?rule=${by.ruleId}` : rulesHref}
      className="rounded underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
    >
      {words}
    </Link>
  );
}
