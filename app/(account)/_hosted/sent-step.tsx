import { useExtracted } from "next-intl";
import type { FlowProps } from "./flow-props";
import { CodeField, RememberMe, StepButton, StepForm, StepLink, Submit, Trust } from "./flow-form";
import { useSentWords } from "./flow-words";
import { WaitForLink } from "./wait-for-link";

/** Asks for the code that was sent. For a sign-in link, waits until the person opens the link. */
export function Sent({ base, view, mayBeRemembered }: FlowProps) {
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
