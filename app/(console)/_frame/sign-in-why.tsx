import { useSaid } from "@/components/said";
import type { SignInRow } from "@/server/domain/risk/risk.schema";
import { useSignalWords } from "./signal-words";

/** Why a sign-in went as it went: what was decided, and what its score is made of. */
export function SignInWhy({ signIn: { explanation, signals } }: { signIn: SignInRow }) {
  const said = useSaid();
  const signalWords = useSignalWords();
  const parts = Object.entries(signals).map(([name, points]) => `${signalWords(name)} +${points}`);
  const words = [...explanation.map(said), ...(parts.length > 0 ? [parts.join(", ")] : [])];
  if (words.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <span className="block max-w-md py-1 text-sm whitespace-normal text-ink-soft first-letter:uppercase">
      {words.join(" ")}
    </span>
  );
}
