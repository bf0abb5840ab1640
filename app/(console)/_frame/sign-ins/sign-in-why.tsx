import { useExtracted } from "next-intl";
import Link from "next/link";
import { Fragment } from "react";
import type { SignInReason, SignInRow } from "@/server/domain/risk/risk.schema";

/**
 * Explains the result of a sign-in. Shows the decisions with links to their rules, and the signals of the risk score.
 * `rulesHref` is the page of the access rules. `rulesHref` is null if the administrator may not open this page.
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
      {explanation.map((reason) => (
        <Fragment key={reason.text}>
          <Reason reason={reason} rulesHref={rulesHref} />{" "}
        </Fragment>
      ))}
      <span className="block first-letter:uppercase">{parts.join(", ")}</span>
    </span>
  );
}

/** One reason of the result. If the reason is an access rule, the text links to the rule. */
function Reason({ reason, rulesHref }: { reason: SignInReason; rulesHref: string | null }) {
  const t = useExtracted("console");
  const { about, ruleId, text } = reason;
  const words = about === "rule" ? t("Access rule: {why}", { why: text }) : text;
  if (rulesHref === null || about === null) return words;
  return (
    <Link
      href={ruleId === null ? rulesHref : `${rulesHref}?rule=${ruleId}`}
      className="rounded underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-current"
    >
      {words}
    </Link>
  );
}

/** Converts `newDevice` to "new device". */
const spaced = (name: string) => name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a function that names a risk signal for use inside a sentence. */
function useSignalWords(): (signal: string) => string {
  const t = useExtracted("console");
  const words: Record<string, string> = {
    newDevice: t("new device"),
    newCountry: t("new country"),
    impossibleTravel: t("impossible travel"),
    anonymizer: t("anonymizer"),
    failedAttempts: t("failed attempts"),
    commonPassword: t("common password"),
    weakPassword: t("weak password"),
    unusualHour: t("unusual hour"),
    freshAccount: t("new account"),
  };
  return (signal) => words[signal] ?? spaced(signal);
}
