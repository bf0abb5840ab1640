import type { FlowProps } from "./flow-props";
import { Check, CodeField, StepButton, StepForm, StepLink, Submit, Trust } from "./flow-form";
import { sentWords } from "./flow-words";
import { WaitForLink } from "./wait-for-link";

/** A code that was sent, to be typed; or a link, to be waited for. */
export function Sent({ base, view, mayBeRemembered }: FlowProps) {
  const { sent, proved } = view;
  const { method, number } = sent!;
  return (
    <>
      <p className="break-words text-ink-soft">{sentWords(view)}</p>
      {number === null ? (
        <StepForm base={base} step="code" className="space-y-4">
          <CodeField autoFocus />
          {!proved && mayBeRemembered && <Check name="remember">Keep me signed in on this device</Check>}
          {proved && <Trust />}
          <Submit>Sign in</Submit>
        </StepForm>
      ) : (
        <>
          <p className="text-ink-soft">
            On another device you are asked for this number:
            <span className="mt-2 block text-center font-mono text-3xl font-semibold text-ink">{number}</span>
          </p>
          <WaitForLink base={base} />
          <StepButton base={base} step="continue" primary>
            Continue
          </StepButton>
        </>
      )}
      <p className="flex flex-wrap justify-between gap-x-4 gap-y-1 text-sm text-ink-soft">
        <StepForm base={base} step="send" className="inline">
          <input type="hidden" name="method" value={method} />
          <button type="submit" className="rounded underline hover:text-ink">
            Send another one
          </button>
        </StepForm>
        <StepLink base={base} step="other">
          Another way
        </StepLink>
      </p>
    </>
  );
}
