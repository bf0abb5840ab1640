import { useExtracted } from "next-intl";
import type { SignInView } from "@/server/auth/sign-in/view";
import type { FlowProps, StepProps } from "./flow-props";
import { signInBy } from "@/server/domain/federation/kinds.schema";
import { Or, RememberMe, StepButton, StepForm, Submit, Whom } from "./flow-form";
import { useSendWords } from "./flow-words";
import { HostedField } from "./link-parts";
import { PasskeyStep } from "./passkey-step";
import { SignInFields } from "./sign-in-fields";

/** Returns true if the first step accepts a password. Either the server or a directory checks the password. */
export const asksPassword = (view: SignInView) => view.first.includes("password") || asksDirectory(view);

/** Returns true if a directory checks the password. The form then accepts a user name or an e-mail address. */
const asksDirectory = ({ first }: SignInView) => first.some((method) => signInBy(method) === "password");

export const AddressAndPassword = ({
  base,
  view,
  trouble,
  loginHint,
  mayBeRemembered,
  recoverHref,
}: FlowProps & {
  /** Reason why the last attempt was refused. */
  trouble: string | null;
}) => (
  <>
    <StepForm base={base} step="sign-in">
      <SignInFields
        loginHint={loginHint}
        refusal={trouble}
        mayBeRemembered={mayBeRemembered}
        userNames={asksDirectory(view)}
        autoFocus
        {...(recoverHref !== undefined && { recoverHref })}
      />
    </StepForm>
    <Elsewhere base={base} view={view} autofill />
  </>
);

export function Identify({ base, view, loginHint }: FlowProps) {
  const t = useExtracted("hosted");
  const userNames = asksDirectory(view);
  return (
    <>
      <StepForm base={base} step="identify" className="space-y-4">
        <HostedField
          label={userNames ? t("E-mail or user name") : t("E-mail")}
          name="email"
          type={userNames ? "text" : "email"}
          autoComplete="username webauthn"
          defaultValue={loginHint ?? ""}
          required
          autoFocus
        />
        <Submit>{t("Continue")}</Submit>
      </StepForm>
      <Elsewhere base={base} view={view} autofill />
    </>
  );
}

/** Shows the sign-in methods that need no e-mail address: passkeys and other identity providers. */
function Elsewhere({ base, view, autofill }: StepProps & { autofill: boolean }) {
  const t = useExtracted("hosted");
  const passkeys = view.first.includes("webauthn");
  if (!passkeys && view.redirects.length === 0) return null;
  return (
    <div className="space-y-2">
      {view.redirects.length > 0 && <Or />}
      {passkeys && <PasskeyStep base={base} step="passkey" label={t("Use a passkey")} autofill={autofill} />}
      {view.redirects.map(({ id, label }) => (
        <StepButton key={id} base={base} step="outside" fields={{ provider: String(id) }}>
          <span className="min-w-0 truncate" title={label}>
            {t("Continue with {label}", { label })}
          </span>
        </StepButton>
      ))}
    </div>
  );
}

/** Shows the sign-in methods of the first factor, after the person has entered an address. */
export function First({ base, view, mayBeRemembered, recoverHref }: FlowProps) {
  const t = useExtracted("hosted");
  const sendWords = useSendWords();
  const sends = view.first.filter((method) => sendWords(method) !== null);
  const password = asksPassword(view);
  return (
    <>
      <Whom base={base} identifier={view.identifier} />
      {password && (
        <StepForm base={base} step="sign-in" className="space-y-4">
          <input type="hidden" name="email" autoComplete="username" value={view.identifier ?? ""} readOnly />
          <HostedField
            label={t("Password")}
            name="password"
            type="password"
            autoComplete="current-password"
            required
            autoFocus
          />
          {mayBeRemembered && <RememberMe />}
          <Submit>{t("Sign in")}</Submit>
          {recoverHref !== undefined && (
            <p className="text-center text-sm text-ink-soft">
              <a href={recoverHref} className="rounded underline hover:text-ink">
                {t("Forgot your password?")}
              </a>
            </p>
          )}
        </StepForm>
      )}
      {password && sends.length > 0 && <Or />}
      <div className="space-y-2">
        {sends.map((method) => (
          <StepButton key={method} base={base} step="send" fields={{ method }} primary={!password}>
            {sendWords(method)}
          </StepButton>
        ))}
      </div>
      <Elsewhere base={base} view={view} autofill={false} />
    </>
  );
}
