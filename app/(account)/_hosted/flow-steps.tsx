import type { ReactNode } from "react";
import { Callout } from "@/components/ui/feedback";
import { CodeBlock } from "@/components/ui/text";
import type { SignInView } from "@/server/auth/sign-in/view";
import { HostedField } from "./door-parts";
import { Check, CodeField, Or, StepButton, StepForm, StepLink, Submit, type FlowBase } from "./flow-form";
import { sendWords, sentWords } from "./flow-words";
import { PasskeyStep } from "./passkey-step";
import { QrCode } from "./qr-code";
import { SignInFields } from "./sign-in-fields";
import { WaitForLink } from "./wait-for-link";

interface StepProps {
  base: FlowBase;
  view: SignInView;
}

export interface FlowProps extends StepProps {
  /** Why the last step came to nothing. */
  trouble: string | null;
  /** What the last step did, where that is to be said. */
  notice: string | null;
  loginHint: string | null;
  mayBeRemembered: boolean;
  /** Where a forgotten password is got over. */
  recoverHref?: string | undefined;
}

/** What a sign-in asks now, whichever step it stands at; the page puts its card around it. */
export function FlowSteps(props: FlowProps) {
  const { view, trouble, notice } = props;
  const passwordOnly = view.step === "first" && view.identifier === null && asksPassword(view);
  return (
    <div className="space-y-4">
      {/* The fields of address and password show it themselves. */}
      {trouble && !passwordOnly && <Callout tone="danger">{trouble}</Callout>}
      {notice && <Callout tone="success">{notice}</Callout>}
      {stepOf(props, passwordOnly)}
    </div>
  );
}

/** Whether a password can be typed: one that is kept here, or a directory's. */
const asksPassword = ({ first }: SignInView) => first.includes("password") || first.includes("Ldap");

function stepOf(props: FlowProps, passwordOnly: boolean): ReactNode {
  const { base, view } = props;
  if (view.recoveryCodes) return <KeepCodes base={base} codes={view.recoveryCodes} />;
  if (view.app) return <ConfirmApp base={base} app={view.app} />;
  // Proved on another device, or in a window that was closed: only a form may end it.
  if (view.step === "done" || view.step === "refused")
    return (
      <StepButton base={base} step="continue" primary>
        Continue
      </StepButton>
    );
  if (view.step === "enrol") return <Enrol base={base} view={view} />;
  if (view.sent) return <Sent {...props} />;
  if (view.step === "second") return <Second base={base} view={view} />;
  if (view.step === "identify") return <Identify {...props} />;
  if (view.first.length === 0)
    return <p className="text-ink-soft">No way to sign in is open here now. Ask an administrator.</p>;
  return passwordOnly ? <AddressAndPassword {...props} /> : <First {...props} />;
}

const AddressAndPassword = ({ base, view, trouble, loginHint, mayBeRemembered, recoverHref }: FlowProps) => (
  <>
    <StepForm base={base} step="sign-in">
      <SignInFields
        loginHint={loginHint}
        refusal={trouble}
        mayBeRemembered={mayBeRemembered}
        userNames={view.first.includes("Ldap")}
        autoFocus
        {...(recoverHref !== undefined && { recoverHref })}
      />
    </StepForm>
    <Elsewhere base={base} view={view} autofill />
  </>
);

const Identify = ({ base, view, loginHint }: FlowProps) => (
  <>
    <StepForm base={base} step="identify" className="space-y-4">
      <HostedField
        label={view.first.includes("Ldap") ? "E-mail or user name" : "E-mail"}
        name="email"
        type={view.first.includes("Ldap") ? "text" : "email"}
        autoComplete="username webauthn"
        defaultValue={loginHint ?? ""}
        required
        autoFocus
      />
      <Submit>Continue</Submit>
    </StepForm>
    <Elsewhere base={base} view={view} autofill />
  </>
);

/** The ways that need no address: a passkey, other providers. */
function Elsewhere({ base, view, autofill }: StepProps & { autofill: boolean }) {
  const passkeys = view.first.includes("webauthn");
  if (!passkeys && view.redirects.length === 0) return null;
  return (
    <div className="space-y-2">
      {view.redirects.length > 0 && <Or />}
      {passkeys && (
        <PasskeyStep base={base} step="passkey" label="Use a passkey" autofill={autofill} />
      )}
      {view.redirects.map(({ id, label }) => (
        <StepButton key={id} base={base} step="outside" fields={{ provider: String(id) }}>
          <span className="min-w-0 truncate" title={label}>
            Continue with {label}
          </span>
        </StepButton>
      ))}
    </div>
  );
}

const Whom = ({ base, identifier }: { base: FlowBase; identifier: string | null }) =>
  identifier === null ? null : (
    <div className="flex min-w-0 items-baseline justify-between gap-3 text-sm text-ink-soft">
      <span className="truncate" title={identifier}>
        {identifier}
      </span>
      <StepLink base={base} step="restart">
        Not you?
      </StepLink>
    </div>
  );

/** The ways to prove an address that was given. */
function First({ base, view, mayBeRemembered, recoverHref }: FlowProps) {
  const sends = view.first.filter((method) => sendWords[method]);
  const password = asksPassword(view);
  return (
    <>
      <Whom base={base} identifier={view.identifier} />
      {password && (
        <StepForm base={base} step="sign-in" className="space-y-4">
          <input type="hidden" name="email" autoComplete="username" value={view.identifier ?? ""} readOnly />
          <HostedField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          {mayBeRemembered && <Check name="remember">Keep me signed in on this device</Check>}
          <Submit>Sign in</Submit>
          {recoverHref !== undefined && (
            <p className="text-center text-sm text-ink-soft">
              <a href={recoverHref} className="rounded underline hover:text-ink">
                Forgot your password?
              </a>
            </p>
          )}
        </StepForm>
      )}
      {password && sends.length > 0 && <Or />}
      <div className="space-y-2">
        {sends.map((method) => (
          <StepButton key={method} base={base} step="send" fields={{ method }} primary={!password}>
            {sendWords[method]}
          </StepButton>
        ))}
      </div>
      <Elsewhere base={base} view={view} autofill={false} />
    </>
  );
}

/** A code that was sent, to be typed; or a link, to be waited for. */
function Sent({ base, view, mayBeRemembered }: FlowProps) {
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

const Trust = () => <Check name="trust">Do not ask again on this device for 30 days</Check>;

/** Something beside what was proved already. */
function Second({ base, view }: StepProps) {
  const sends = view.second.filter((method) => sendWords[method]);
  const totp = view.second.includes("totp");
  const passkey = view.second.includes("webauthn");
  return (
    <>
      <Whom base={base} identifier={view.identifier} />
      {totp && (
        <StepForm base={base} step="factor" className="space-y-4">
          <input type="hidden" name="method" value="totp" />
          <CodeField label="Code of your authenticator app" autoFocus />
          <Trust />
          <Submit>Confirm</Submit>
        </StepForm>
      )}
      {totp && passkey && <Or />}
      {passkey && (
        <>
          <PasskeyStep base={base} step="passkey" label="Use a passkey" primary={!totp} />
          {!totp && <Trust />}
          {!totp && (
            <noscript>
              <Callout>Passkeys need scripts: switch them on for this page.</Callout>
            </noscript>
          )}
        </>
      )}
      {sends.map((method) => (
        <StepButton key={method} base={base} step="send" fields={{ method }} primary={!totp && !passkey}>
          {sendWords[method]}
        </StepButton>
      ))}
      {view.second.includes("recovery_code") && (
        <details className="text-sm">
          <summary className="cursor-pointer rounded text-ink-soft hover:text-ink">
            Use a recovery code
          </summary>
          <StepForm base={base} step="factor" className="mt-3 space-y-4 text-base">
            <input type="hidden" name="method" value="recovery_code" />
            <CodeField label="Recovery code" digits={false} />
            <Submit>Confirm</Submit>
          </StepForm>
        </details>
      )}
      {!view.risky && (
        <p className="text-sm text-ink-soft">
          <StepLink base={base} step="lost">
            Lost your second factor?
          </StepLink>
        </p>
      )}
      {view.skippable && (
        <StepButton base={base} step="skip">
          Go on without the organizations that ask for it
        </StepButton>
      )}
    </>
  );
}

const Enrol = ({ base, view }: StepProps) => (
  <div className="space-y-2">
    <StepButton base={base} step="enrol-app" primary>
      Use an authenticator app
    </StepButton>
    {view.enrol.includes("webauthn") && (
      <PasskeyStep base={base} step="enrol-passkey" label="Set up a passkey" />
    )}
    <p className="pt-2 text-sm text-ink-soft">
      <StepLink base={base} step="restart">
        Sign in as somebody else
      </StepLink>
    </p>
  </div>
);

const ConfirmApp = ({ base, app }: { base: FlowBase; app: NonNullable<SignInView["app"]> }) => (
  <>
    <div className="flex justify-center">
      <QrCode text={app.uri} label="QR code for your authenticator app" />
    </div>
    <p className="text-sm text-ink-soft">
      Without a camera, type this into the app:
      <span className="mt-1 block font-mono break-all text-ink">{app.seed}</span>
    </p>
    <StepForm base={base} step="enrol-totp" className="space-y-4">
      <CodeField label="Code that the app shows" autoFocus />
      <Submit>Set it up</Submit>
    </StepForm>
    <p className="text-sm text-ink-soft">
      <StepLink base={base} step="other">
        Another way
      </StepLink>
    </p>
  </>
);

const KeepCodes = ({ base, codes }: { base: FlowBase; codes: string[] }) => (
  <>
    <Callout tone="warning" title="Shown only now">
      Keep them where you find them without your phone: on paper, or in a password manager.
    </Callout>
    <CodeBlock text={codes.join("\n")} label="Recovery codes" />
    <StepButton base={base} step="acknowledge" primary>
      I have kept them
    </StepButton>
  </>
);
