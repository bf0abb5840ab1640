import type { SignInRow } from "@/server/domain/risk/risk.schema";

/** `newDevice` as "new device". */
const spaced = (name: string) => name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Why a sign-in went as it went: what was decided, and what its score is made of. */
export function SignInWhy({ signIn: { explanation, signals } }: { signIn: SignInRow }) {
  const parts = Object.entries(signals).map(([name, points]) => `${spaced(name)} +${points}`);
  const words = [...explanation, ...(parts.length > 0 ? [parts.join(", ")] : [])];
  if (words.length === 0) return <span className="text-ink-faint">—</span>;
  return (
    <span className="block max-w-md py-1 text-sm whitespace-normal text-ink-soft first-letter:uppercase">
      {words.join(" ")}
    </span>
  );
}
