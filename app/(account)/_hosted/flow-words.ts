import { useExtracted } from "next-intl";
import type { EnteredApp } from "@/server/auth/oidc/interaction-visit";
import type { SignInView } from "@/server/auth/sign-in/view";
import { proofFacts, type ProofMethod } from "@/server/domain/sign-in-methods/factor-kinds.schema";

/** Returns the error messages of the steps. An unknown address and a wrong password have the same message. */
export function useTroubles(): Record<string, string> {
  const t = useExtracted("hosted");
  return {
    refused: t("The address or password is incorrect, or this account cannot sign in at the moment."),
    denied: t(
      "Your organization does not allow sign-in from this place, at this time or with this device. Contact an administrator.",
    ),
    device: t(
      "This device is waiting for your organization’s approval. Ask an administrator to approve it, then sign in here again.",
    ),
    throttled: t("Too many attempts. Wait a few minutes and try again."),
    code_wrong: t("The code is incorrect, or this account cannot sign in at the moment."),
    password_wrong: t("The password is incorrect, or this account cannot sign in at the moment."),
    code_expired: t("This code is no longer valid. Request a new one."),
    wait: t("A message was just sent. Wait half a minute before you request another."),
    too_many: t("Too many messages were sent. Choose another method, or try again in an hour."),
    passkey: t("The passkey was not accepted. Try again, or choose another method."),
    link: t("This link is no longer valid. Request a new one where you started to sign in."),
    number: t("The number does not match the one that is shown where you started to sign in."),
    outside: t("Sign-in with the other provider failed. Try again, or choose another method."),
    again: t("This sign-in was continued in another window. You can continue it here."),
  };
}

/**
 * Returns the message about the last step. An error is in `trouble`, and a success message is in `notice`. An unknown outcome
 * has no message.
 */
export function useSaidOf(outcome: string | null): { trouble: string | null; notice: string | null } {
  const t = useExtracted("hosted");
  const troubles = useTroubles();
  if (outcome === "reset_asked")
    return {
      trouble: null,
      notice: t(
        "Your administrators received your reset request. When they approve it, sign in again and set up a new factor.",
      ),
    };
  return { trouble: outcome === null ? null : (troubles[outcome] ?? null), notice: null };
}

/** Returns the label of the button that sends a code or a link; null for a method that sends none. */
export function useSendWords(): (method: ProofMethod) => string | null {
  const t = useExtracted("hosted");
  const codes = { email: t("E-mail me a code"), sms: t("Text me a code") };
  return (method) => {
    const { sentBy } = proofFacts(method);
    return method === "MagicLink" ? t("E-mail me a sign-in link") : sentBy && codes[sentBy];
  };
}

/** Returns the name of the target app for use inside a sentence. Returns "your account" for the account page. */
export function useAppName({ appId, name }: EnteredApp) {
  const t = useExtracted("hosted");
  return appId === null ? t("your account") : name;
}

/** Returns the heading and the description of each step. `app` is the target of the sign-in, or null for the console. */
export function useHeading(
  view: SignInView,
  app: EnteredApp | null,
): { title: string; description?: string } {
  const t = useExtracted("hosted");
  if (view.recoveryCodes)
    return {
      title: t("Save your recovery codes"),
      description: t("Each code signs you in once if you lose your second factor."),
    };
  if (view.app)
    return {
      title: t("Set up an authenticator app"),
      description: t("Scan the code with the app, and type the six digits that it shows."),
    };
  if (view.step === "enrol" && !view.sent)
    return {
      title: t("Set up a second factor"),
      description: t(
        "This sign-in requires something in addition to the password. Setting it up takes a minute.",
      ),
    };
  if (view.step === "second" && !view.sent)
    return {
      title: t("Confirm it is you"),
      description: view.risky
        ? t("This sign-in looks unusual, so an additional verification is needed.")
        : t("A second factor protects this account."),
    };
  if (view.sent?.method === "MagicLink") return { title: t("Check your e-mail") };
  if (view.sent) return { title: t("Enter the code") };
  if (app === null) return { title: t("Sign in to the console") };
  return {
    title: app.appId === null ? t("Sign in to your account") : t("Sign in to {app}", { app: app.name }),
  };
}

/**
 * Returns a text about the message that was sent. Until the person has proved a factor, the text does not reveal whether the
 * account exists.
 */
export function useSentWords({ sent, identifier, proved }: SignInView): string {
  const t = useExtracted("hosted");
  const who = identifier ?? t("this address");
  if (sent?.method === "MagicLink")
    return proved
      ? t("We sent a sign-in link to your e-mail address. It is valid for ten minutes.")
      : t(
          "If {who} can sign in here, we sent a sign-in link to this address. The link is valid for ten minutes.",
          { who },
        );
  if (sent && proofFacts(sent.method).sentBy === "sms")
    return proved
      ? t("We sent a code to your phone. It is valid for ten minutes.")
      : t("If {who} can sign in here, we sent a code to its phone. The code is valid for ten minutes.", {
          who,
        });
  return proved
    ? t("We sent a code to your e-mail address. It is valid for ten minutes.")
    : t("If {who} can sign in here, we sent a code to this address. The code is valid for ten minutes.", {
        who,
      });
}
