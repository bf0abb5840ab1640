import type { SignInView } from "@/server/auth/sign-in/view";

type Method = SignInView["first"][number] | SignInView["second"][number];

/** Why the last step came to nothing. The same is said of an unknown address and of a wrong answer. */
export const troubles: Record<string, string> = {
  refused: "The address or the password is not right, or the account may not sign in now.",
  denied:
    "Your organization does not allow this sign-in from here, now, or with this device. Ask an administrator.",
  throttled: "Too many attempts. Wait a few minutes and try again.",
  code_wrong: "That code is not right, or the account may not sign in now.",
  code_expired: "That code is no longer good. Ask for a new one.",
  wait: "One was just sent. Wait half a minute before you ask for another.",
  too_many: "Too many were sent. Choose another way, or try again in an hour.",
  passkey: "That passkey was not accepted. Try again, or choose another way.",
  link: "That link is no longer good. Ask for a new one where you began.",
  number: "That is not the number that is shown where you began.",
  outside: "The other provider did not sign you in here. Try again, or choose another way.",
  again: "This sign-in went on in another window. Go on from here.",
};

const notices: Record<string, string> = {
  reset_asked:
    "Your administrators were asked for a new start. When they agree, sign in again and set up a new factor.",
};

/** What a page says of the last step: what went wrong, or what was done; nothing where it is not known. */
export const saidOf = (outcome: unknown): { trouble: string | null; notice: string | null } => ({
  trouble: typeof outcome === "string" ? (troubles[outcome] ?? null) : null,
  notice: typeof outcome === "string" ? (notices[outcome] ?? null) : null,
});

/** The button that asks for something to be sent. */
export const sendWords: Partial<Record<Method, string>> = {
  EmailOtp: "E-mail me a code",
  SmsOtp: "Text me a code",
  MagicLink: "E-mail me a sign-in link",
  email: "E-mail me a code",
  sms: "Text me a code",
};

/** The heading and the sentence of each step. `place` is what is signed in to. */
export function headingOf(view: SignInView, place: string): { title: string; description?: string } {
  if (view.recoveryCodes)
    return {
      title: "Keep your recovery codes",
      description: "Each of them signs you in once, should you lose your second factor.",
    };
  if (view.app)
    return {
      title: "Set up an authenticator app",
      description: "Scan the code with the app, and type the six digits that it shows.",
    };
  if (view.step === "enrol")
    return {
      title: "Set up a second factor",
      description: "Your organization asks for something beside the password. It takes a minute.",
    };
  if (view.step === "second" && !view.sent)
    return {
      title: "Confirm it is you",
      description: view.risky
        ? "This sign-in looks unusual, so a second proof is needed."
        : "A second factor protects this account.",
    };
  if (view.sent?.method === "MagicLink") return { title: "Look into your mailbox" };
  if (view.sent) return { title: "Type the code" };
  return { title: `Sign in to ${place}` };
}

const phones: Method[] = ["SmsOtp", "sms"];

/** What was sent where. Before anybody is known, it does not tell whether there is such an account. */
export function sentWords({ sent, identifier, proved }: SignInView): string {
  const thing = sent?.method === "MagicLink" ? "a sign-in link" : "a code";
  const where = phones.includes(sent?.method ?? "email") ? "phone" : "mailbox";
  return proved
    ? `We sent ${thing} to your ${where}. It is good for ten minutes.`
    : `If ${identifier ?? "this address"} can sign in here, ${thing} is on its way to its ${where}. It is good for ten minutes.`;
}
