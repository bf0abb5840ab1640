import { useExtracted, useTranslations } from "next-intl";
import { Fragment, useId } from "react";
import { Callout } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";
import { QrCode } from "@/components/ui/qr-code";
import { NewRecoveryCodes } from "@/components/ui/recovery-codes";
import type { SignInView } from "@/server/auth/sign-in/view";
import { factorKinds, typedFactorKinds } from "@/server/domain/sign-in-methods/factor-kinds.schema";
import type { StepProps } from "./flow-props";
import {
  CodeField,
  Or,
  PasswordField,
  StepButton,
  StepForm,
  StepLink,
  Submit,
  Trust,
  Whom,
  type FlowBase,
} from "./flow-form";
import { useSendWords } from "./flow-words";
import { PasskeyStep } from "./passkey-step";

/** Form for the second factor. */
export function Second({ base, view }: StepProps) {
  const t = useExtracted("hosted");
  const sendWords = useSendWords();
  const labelOf = useTranslations("factor-kinds");
  const sends = view.second.filter((method) => sendWords(method) !== null);
  const typed = typedFactorKinds
    .map((kind) => factorKinds[kind])
    .filter((kind) => view.second.includes(kind.method));
  const codes = typed.filter(({ isSecondFactor }) => isSecondFactor);
  const replacements = typed.filter(({ isSecondFactor }) => !isSecondFactor);
  const hasCodes = codes.length > 0;
  const passkey = view.second.includes("webauthn");
  return (
    <>
      <Whom base={base} identifier={view.identifier} />
      {view.passkeysAt.length > 0 && (
        <Callout title={t("Your passkey does not work here")}>
          {t("It was created at {host} and works only there.", { host: view.passkeysAt.join(", ") })}{" "}
          {view.second.length > 0
            ? t("Use another second factor.")
            : t("Sign in there, or request a reset below.")}
        </Callout>
      )}
      {view.passkeysAt.length === 0 && view.second.length === replacements.length && (
        <Callout title={t("Another factor is needed")}>
          {t("Your other factors cannot be used here. Sign in another way, or request a reset below.")}
        </Callout>
      )}
      {view.second.includes("password") && (
        <StepForm base={base} step="password" className="space-y-4">
          <PasswordField identifier={view.identifier} />
          {view.mayTrust && <Trust />}
          <Submit>{t("Confirm")}</Submit>
        </StepForm>
      )}
      {codes.map(({ method, typedCode }, index) => (
        <Fragment key={method}>
          {index > 0 && <Or />}
          <StepForm base={base} step="factor" className="space-y-4">
            <input type="hidden" name="method" value={method} />
            <CodeField label={labelOf(`${method}_code`)} digits={typedCode.digits} autoFocus={index === 0} />
            {view.mayTrust && <Trust />}
            <Submit>{t("Confirm")}</Submit>
          </StepForm>
        </Fragment>
      ))}
      {hasCodes && passkey && <Or />}
      {passkey && (
        <>
          <PasskeyStep base={base} step="passkey" label={t("Use a passkey")} primary={!hasCodes} />
          {!hasCodes && view.mayTrust && <Trust />}
          {!hasCodes && (
            <noscript>
              <Callout>{t("Passkeys require JavaScript. Enable it for this page.")}</Callout>
            </noscript>
          )}
        </>
      )}
      {sends.map((method) => (
        <StepButton key={method} base={base} step="send" fields={{ method }} primary={!hasCodes && !passkey}>
          {sendWords(method)}
        </StepButton>
      ))}
      {replacements.map(({ method, typedCode }) => (
        <details key={method} className="text-sm">
          <summary className="cursor-pointer rounded text-ink-soft hover:text-ink">
            {t("Use a recovery code")}
          </summary>
          <StepForm base={base} step="factor" className="mt-3 space-y-4 text-base">
            <input type="hidden" name="method" value={method} />
            <CodeField label={labelOf(`${method}_code`)} digits={typedCode.digits} />
            <Submit>{t("Confirm")}</Submit>
          </StepForm>
        </details>
      ))}
      {!view.risky && <Lost base={base} />}
      <Skip base={base} view={view} />
    </>
  );
}

/** Form that requests the removal of a lost second factor. The approver reads the message of the form. */
function Lost({ base }: { base: FlowBase }) {
  const t = useExtracted("hosted");
  const id = useId();
  return (
    <details className="text-sm">
      <summary className="cursor-pointer rounded text-ink-soft hover:text-ink">
        {t("Lost your second factor?")}
      </summary>
      <StepForm base={base} step="lost" className="mt-3 space-y-3 text-base">
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {t("What happened (optional)")}
          </label>
          <Input id={id} name="reason" maxLength={500} autoComplete="off" aria-describedby={`${id}-hint`} />
          <p id={`${id}-hint`} className="mt-1 text-sm text-ink-soft">
            {t("The approver reads it.")}
          </p>
        </div>
        <Submit>{t("Request a reset")}</Submit>
      </StepForm>
    </details>
  );
}

/**
 * Button that continues the sign-in with only the accounts that need no further step. Shown for a sign-in to several accounts.
 */
function Skip({ base, view }: StepProps) {
  const t = useExtracted("hosted");
  return (
    view.skippable && (
      <StepButton base={base} step="skip">
        {t("Continue only with the accounts that do not require it")}
      </StepButton>
    )
  );
}

export function Enrol({ base, view }: StepProps) {
  const t = useExtracted("hosted");
  return (
    <div className="space-y-2">
      <StepButton base={base} step="enrol-app" primary>
        {t("Use an authenticator app")}
      </StepButton>
      {view.enrol.includes("webauthn") && (
        <PasskeyStep base={base} step="enrol-passkey" label={t("Set up a passkey")} />
      )}
      {view.enrol.includes("email") && (
        <StepButton base={base} step="send" fields={{ method: "email" }}>
          {t("Use codes by e-mail")}
        </StepButton>
      )}
      <Skip base={base} view={view} />
      <div className="pt-2 text-sm text-ink-soft">
        <StepLink base={base} step="restart">
          {t("Sign in as another user")}
        </StepLink>
      </div>
    </div>
  );
}

export function ConfirmApp({ base, app }: { base: FlowBase; app: NonNullable<SignInView["app"]> }) {
  const t = useExtracted("hosted");
  return (
    <>
      <div className="flex justify-center">
        <QrCode text={app.uri} label={t("QR code for your authenticator app")} />
      </div>
      <p className="text-sm text-ink-soft">
        {t("Without a camera, type this into the app:")}
        <span className="mt-1 block font-mono break-all text-ink">{app.seed}</span>
      </p>
      <StepForm base={base} step="enrol-totp" className="space-y-4">
        <CodeField label={t("Code that the app shows")} autoFocus />
        <Submit>{t("Set it up")}</Submit>
      </StepForm>
      <div className="text-sm text-ink-soft">
        <StepLink base={base} step="other">
          {t("Use another method")}
        </StepLink>
      </div>
    </>
  );
}

export function KeepCodes({ base, codes }: { base: FlowBase; codes: string[] }) {
  const t = useExtracted("hosted");
  return (
    <>
      <NewRecoveryCodes codes={codes} />
      <StepButton base={base} step="acknowledge" primary>
        {t("I have saved them")}
      </StepButton>
    </>
  );
}
