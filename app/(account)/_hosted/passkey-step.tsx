"use client";

import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from "@simplewebauthn/browser";
import { KeyRound } from "lucide-react";
import { useExtracted } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { useHydrated } from "@/components/ui/use-hydrated";

type Options = {
  request?: Parameters<typeof startAuthentication>[0]["optionsJSON"];
  creation?: Parameters<typeof startRegistration>[0]["optionsJSON"];
} | null;

/** Fetches the options for the browser's WebAuthn call. The server accepts one response for each challenge. */
async function optionsFrom(base: string): Promise<Options> {
  const answer = await fetch(`${base}/passkey-options`, { method: "POST" });
  if (!answer.ok) throw new Error("no options");
  return (await answer.json()) as Options;
}

const checked = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.checked === true;

/** Returns the text for a WebAuthn error of the browser (WebAuthn §5.1). */
function useWordsOf() {
  const t = useExtracted("hosted");
  return (error: unknown) => {
    const { name } = error as { name?: string };
    if (name === "InvalidStateError") return t("This device already holds a passkey of yours.");
    return name === "NotAllowedError" || name === "AbortError"
      ? t("No passkey was used. Try again, or choose another method.")
      : t("Your browser could not use a passkey here.");
  };
}

/**
 * Signs in with a passkey, or registers a passkey. Hidden without scripts, because only a script can call WebAuthn.
 * With `autofill`, a supporting browser also offers passkeys in the address field.
 */
export function PasskeyStep({
  base,
  step,
  label,
  primary = false,
  autofill = false,
}: {
  base: string;
  step: "passkey" | "enrol-passkey";
  label: string;
  primary?: boolean;
  autofill?: boolean;
}) {
  const t = useExtracted("hosted");
  const wordsOf = useWordsOf();
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function send(response: object) {
    const field = (name: string) => form.current!.elements.namedItem(name) as HTMLInputElement;
    field("response").value = JSON.stringify(response);
    for (const name of ["remember", "trust"]) field(name).value = checked(name) ? "on" : "";
    form.current!.submit();
  }

  async function ask() {
    setPending(true);
    setProblem(null);
    try {
      const options = await optionsFrom(base);
      if (options?.request) return send(await startAuthentication({ optionsJSON: options.request }));
      if (options?.creation) return send(await startRegistration({ optionsJSON: options.creation }));
      // The response contains no options, because another window has changed the step.
      window.location.reload();
    } catch (error) {
      setProblem(wordsOf(error));
      setPending(false);
    }
  }

  useEffect(() => {
    if (!autofill) return;
    let stopped = false;
    const offer = async () => {
      if (!(await browserSupportsWebAuthnAutofill())) return;
      const options = await optionsFrom(base);
      if (stopped || !options?.request) return;
      // The browser aborts this request when the person presses the passkey button. The page shows no message for the abort.
      send(await startAuthentication({ optionsJSON: options.request, useBrowserAutofill: true }));
    };
    offer().catch(() => {});
    return () => void (stopped = true);
  }, [autofill, base]);

  // The server renders the button, and it stays in a browser without passkeys: a button that appears or vanishes moves the others under
  // the pointer.
  const usable = !hydrated || browserSupportsWebAuthn();
  const words = usable ? label : t("This browser cannot use passkeys");
  return (
    <form ref={form} method="post" action={`${base}/${step}`} className="space-y-2 noscript:hidden">
      {["response", "remember", "trust", "label"].map((name) => (
        <input key={name} type="hidden" name={name} defaultValue="" />
      ))}
      {problem && <Callout tone="warning">{problem}</Callout>}
      <Button
        variant={primary ? "primary" : "secondary"}
        loading={pending}
        aria-disabled={!hydrated || !usable}
        onClick={() => void ask()}
        className="h-9 w-full"
      >
        <KeyRound aria-hidden />
        <span className="min-w-0 truncate" title={words}>
          {words}
        </span>
      </Button>
    </form>
  );
}
