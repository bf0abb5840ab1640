"use client";

import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useExtracted } from "next-intl";
import { useRef, useState } from "react";
import { Callout } from "@/components/ui/feedback";
import { useHydrated } from "@/components/ui/use-hydrated";
import { AccountForm, sendToAccount, SubmitButton, TextField } from "./account-form";

/** Answer of the server to a request to begin a passkey. */
interface PasskeyOptions {
  sealed: string;
  options: Parameters<typeof startRegistration>[0]["optionsJSON"];
}

/** Returns the text for an error of the browser's passkey registration (WebAuthn §5.1.3). */
function useWordsOf() {
  const t = useExtracted("hosted");
  return (error: unknown) => {
    const { name } = error as { name?: string };
    if (name === "InvalidStateError") return t("This device already holds a passkey of yours.");
    if (name === "NotAllowedError" || name === "AbortError")
      return t("No passkey was created. Try again when you are ready.");
    return t("Your browser could not create a passkey.");
  };
}

/** Creates a passkey in the browser and submits it to the server. Needs scripts. */
export function PasskeyForm({ slug }: { slug: string }) {
  const t = useExtracted("hosted");
  const wordsOf = useWordsOf();
  const hydrated = useHydrated();
  const answer = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function make() {
    setPending(true);
    setProblem(null);
    try {
      const begun = await sendToAccount<PasskeyOptions>(`/account/${slug}/security/passkey-options`);
      if (begun === null) return;
      if ("error" in begun) return setProblem(begun.error);
      const response = await startRegistration({ optionsJSON: begun.options });
      const field = (name: string) => answer.current!.querySelector<HTMLInputElement>(`[name=${name}]`)!;
      field("sealed").value = begun.sealed;
      field("response").value = JSON.stringify(response);
      answer.current!.closest("form")!.requestSubmit();
    } catch (error) {
      setProblem(wordsOf(error));
    } finally {
      setPending(false);
    }
  }

  // The form stays in a browser without passkeys: a form that vanishes moves the controls below it under the pointer.
  const usable = !hydrated || browserSupportsWebAuthn();
  return (
    <AccountForm slug={slug} page="security" name="add-passkey" stale={pending || problem !== null}>
      <noscript>
        <Callout>{t("Passkeys require JavaScript. Enable it for this page.")}</Callout>
      </noscript>
      {problem && <Callout tone="danger">{problem}</Callout>}
      <div ref={answer}>
        <input type="hidden" name="sealed" />
        <input type="hidden" name="response" />
      </div>
      <TextField
        name="label"
        label={t("Name")}
        hint={t("To tell your passkeys apart, for example: Laptop.")}
        maxLength={100}
      />
      <SubmitButton
        type="button"
        aria-disabled={!hydrated || !usable}
        loading={pending}
        onClick={() => void make()}
      >
        <KeyRound aria-hidden />
        {usable ? t("Add a passkey") : t("This browser cannot use passkeys")}
      </SubmitButton>
    </AccountForm>
  );
}
