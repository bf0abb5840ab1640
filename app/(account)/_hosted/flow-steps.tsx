import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/feedback";
import { AddressAndPassword, asksPassword, First, Identify } from "./first-steps";
import { StepButton, CodeField, RememberMe, StepForm, StepLink, Submit, Trust } from "./flow-form";
import type { FlowProps } from "./flow-props";
import { useSaidOf, useSentWords } from "./flow-words";
import { ConfirmApp, Enrol, KeepCodes, Second } from "./second-steps";
import { WaitForLink } from "./wait-for-link";

/** Shows the current step of a sign-in. The surrounding page renders the card. */
export function FlowSteps(props: FlowProps) {
  const t = useExtracted("hosted");
  const { base, view } = props;
  const { trouble, notice } = useSaidOf(props.outcome);
  const passwordOnly = view.step === "first" && view.identifier === null && asksPassword(view);
  const step = (): ReactNode => {
    if (view.recoveryCodes) return <KeepCodes base={base} codes={view.recoveryCodes} />;
    if (view.app) return <ConfirmApp base={base} app={view.app} />;
    // The person completed the proof on another device or in a closed window. This page shows a button, because only a
    // submitted form may end the sign-in.
    if (view.step === "done" || view.step === "refused")
      return (
        <StepButton base={base} step="continue" primary>
          {t("Continue")}
        </StepButton>
      );
    if (view.sent) return <Sent {...props} />;
    if (view.step === "enrol") return <Enrol base={base} view={view} />;
    if (view.step === "second") return <Second base={base} view={view} />;
    if (view.step === "identify") return <Identify {...props} />;
    if (view.first.length === 0)
      return (
        <p className="text-ink-soft">
          {t("No sign-in method is available here at the moment. Contact an administrator.")}
        </p>
      );
    return passwordOnly ? <AddressAndPassword {...props} trouble={trouble} /> : <First {...props} />;
  };
  return (
    <div className="space-y-4">
      {/* The form with address and password shows the error message next to its fields. */}
      {trouble && !passwordOnly && <Callout tone="danger">{trouble}</Callout>}
      {notice && <Callout tone="success">{notice}</Callout>}
      {step()}
    </div>
  );
}

/** Asks for the code that was sent. For a sign-in link, waits until the person opens the link. */
function Sent({ base, view, mayBeRemembered }: FlowProps) {
  const t = useExtracted("hosted");
  const sentWords = useSentWords(view);
  const { sent, proved } = view;
  const { method, number } = sent!;
  return (
    <>
      <p className="break-words text-ink-soft">{sentWords}</p>
      {number === null ? (
        <StepForm base={base} step="code" className="space-y-4">
          <CodeField autoFocus />
          {!proved && mayBeRemembered && <RememberMe />}
          {proved && <Trust />}
          <Submit>{t("Sign in")}</Submit>
        </StepForm>
      ) : (
        <>
          <p className="text-ink-soft">
            {t("Enter this number if you open the link on another device:")}
            <span className="mt-2 block text-center font-mono text-3xl font-semibold text-ink">{number}</span>
          </p>
          <WaitForLink base={base} />
          <StepButton base={base} step="continue" primary>
            {t("Continue")}
          </StepButton>
        </>
      )}
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
        <StepForm base={base} step="send" className="inline">
          <input type="hidden" name="method" value={method} />
          <button type="submit" className="rounded underline hover:text-ink">
            {t("Send again")}
          </button>
        </StepForm>
        <StepLink base={base} step="other">
          {t("Use another method")}
        </StepLink>
      </div>
    </>
  );
}
