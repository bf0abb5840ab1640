import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { Callout } from "@/components/ui/feedback";
import { AddressAndPassword, asksPassword, First, Identify } from "./first-steps";
import { StepButton } from "./flow-form";
import type { FlowProps } from "./flow-props";
import { useSaidOf } from "./flow-words";
import { ConfirmApp, Enrol, KeepCodes, Second } from "./second-steps";
import { Sent } from "./sent-step";

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
