import { useExtracted } from "next-intl";
import type { EnteredApp } from "@/server/auth/oidc/interaction-views";
import type { SignInView } from "@/server/auth/sign-in/view";

type Method = SignInView["first"][number] | SignInView["second"][number];

/** Returns the messages for a step that failed. An unknown address and a wrong answer have the same message. */
export function useTroubles(): Record<string, string> {
  const t = useExtracted("hosted");
  return {
    refused: t("The address or the password is not right, or the account may not sign in now."),
    denied: t(
      "Your organization does not allow this sign-in from here, now, or with this device. Ask an administrator.",
    ),
    device: t(
      "This device waits for your organization’s approval. Ask an administrator to approve it, then sign in here again.",
    ),
    throttled: t("Too many attempts. Wait a few minutes and try again."),
    code_wrong: t("That code is not right, or the account may not sign in now."),
    password_wrong: t("The password is not right, or the account may not sign in now."),
    code_expired: t("That code is no longer good. Ask for a new one."),
    wait: t("One was just sent. Wait half a minute before you ask for another."),
    too_many: t("Too many were sent. Choose another way, or try again in an hour."),
    passkey: t("That passkey was not accepted. Try again, or choose another way."),
    link: t("That link is no longer good. Ask for a new one where you began."),
    number: t("That is not the number that is shown where you began."),
    outside: t("The other provider did not sign you in here. Try again, or choose another way."),
    again: t("This sign-in went on in another window. Go on from here."),
  };
}

/** Returns the message about the last step: an error or a notice. Both are null if the outcome is unknown. */
export function useSaidOf(outcome: string | null): { trouble: string | null; notice: string | null } {
  const t = useExtracted("hosted");
  const troubles = useTroubles();
  if (outcome === "reset_asked")
    return {
      trouble: null,
      notice: t(
        "Your administrators were asked for a new start. When they agree, sign in again and set up a new factor.",
      ),
    };
  return { trouble: outcome === null ? null : (troubles[outcome] ?? null), notice: null };
}

/** Returns the labels of the buttons that send a code or a link. */
export function useSendWords(): Partial<Record<Method, string>> {
  const t = useExtracted("hosted");
  return {
    EmailOtp: t("E-mail me a code"),
    SmsOtp: t("Text me a code"),
    MagicLink: t("E-mail me a sign-in link"),
    email: t("E-mail me a code"),
    sms: t("Text me a code"),
  };
}

/** Returns the name of the sign-in's target for use in a sentence: the name of the app, or the account page. */
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
      title: t("Keep your recovery codes"),
      description: t("Each of them signs you in once, should you lose your second factor."),
    };
  if (view.app)
    return {
      title: t("Set up an authenticator app"),
      description: t("Scan the code with the app, and type the six digits that it shows."),
    };
  if (view.step === "enrol" && !view.sent)
    return {
      title: t("Set up a second factor"),
      description: t("This sign-in asks for something beside the password. It takes a minute."),
    };
  if (view.step === "second" && !view.sent)
    return {
      title: t("Confirm it is you"),
      description: view.risky
        ? t("This sign-in looks unusual, so a second proof is needed.")
        : t("A second factor protects this account."),
    };
  if (view.sent?.method === "MagicLink") return { title: t("Look into your mailbox") };
  if (view.sent) return { title: t("Type the code") };
  if (app === null) return { title: t("Sign in to the console") };
  return {
    title: app.appId === null ? t("Sign in to your account") : t("Sign in to {app}", { app: app.name }),
  };
}

const phones: Method[] = ["SmsOtp", "sms"];

/** Describes the message that was sent. Before the person is identified, it does not reveal whether the account exists. */
export function useSentWords({ sent, identifier, proved }: SignInView): string {
  const t = useExtracted("hosted");
  const who = identifier ?? t("this address");
  if (sent?.method === "MagicLink")
    return proved
      ? t("We sent a sign-in link to your mailbox. It is good for ten minutes.")
      : t(
          "If {who} can sign in here, a sign-in link is on its way to its mailbox. It is good for ten minutes.",
          { who },
        );
  if (phones.includes(sent?.method ?? "email"))
    return proved
      ? t("We sent a code to your phone. It is good for ten minutes.")
      : t("If {who} can sign in here, a code is on its way to its phone. It is good for ten minutes.", {
          who,
        });
  return proved
    ? t("We sent a code to your mailbox. It is good for ten minutes.")
    : t("If {who} can sign in here, a code is on its way to its mailbox. It is good for ten minutes.", {
        who,
      });
}
