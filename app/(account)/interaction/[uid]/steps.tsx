import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import type { InteractionView } from "@/server/auth/oidc/interaction";
import { ActingBanner } from "../../_hosted/acting-banner";
import { HostedPage } from "../../_hosted/hosted-card";
import { SignInFields } from "../../_hosted/sign-in-fields";

interface Step {
  uid: string;
  view: InteractionView;
}

/** A form of this interaction: it is sent as it stands, so that it works before and without scripts. */
const StepForm = ({ uid, step, children }: { uid: string; step: string; children: ReactNode }) => (
  <form method="post" action={`/interaction/${uid}/${step}`}>
    {children}
  </form>
);

const who = ({ account }: InteractionView) => account?.name ?? account?.email ?? "someone";

export const SignIn = ({ uid, view, refusal }: Step & { refusal: string | null }) => (
  <HostedPage
    appearance={view.appearance}
    poweredBy={view.appearance.poweredBy.account}
    title={`Sign in to ${view.app.name}`}
    footer={
      <StepForm uid={uid} step="abort">
        <button type="submit" className="rounded underline hover:text-ink">
          Go back without signing in
        </button>
      </StepForm>
    }
  >
    <StepForm uid={uid} step="sign-in">
      <SignInFields
        loginHint={view.loginHint}
        refusal={refusal}
        mayBeRemembered={view.mayBeRemembered}
        recoverHref={`/recover/${view.slug}?back=${uid}`}
        autoFocus
      />
    </StepForm>
  </HostedPage>
);

const scopeWords: Record<string, string> = {
  openid: "Know who you are",
  profile: "See your name",
  email: "See your e-mail address",
  phone: "See your phone number",
  offline_access: "Keep access while you are not using it",
};

export const Consent = ({ uid, view }: Step) => (
  <HostedPage
    appearance={view.appearance}
    poweredBy={view.appearance.poweredBy.consent}
    title={`${view.app.name} asks for access`}
    description={
      <>
        You are signed in as <span className="font-medium text-ink">{who(view)}</span>. The app would be able
        to:
      </>
    }
    footer={<SwitchAccount uid={uid} />}
  >
    <ul className="mb-5 list-disc space-y-1 pl-5">
      {view.scopes.map((scope) => (
        <li key={scope}>{scopeWords[scope] ?? scope}</li>
      ))}
    </ul>
    <div className="flex gap-2 *:flex-1">
      <StepForm uid={uid} step="abort">
        <Button type="submit" className="h-9 w-full">
          Deny
        </Button>
      </StepForm>
      <StepForm uid={uid} step="consent">
        <Button type="submit" variant="primary" className="h-9 w-full">
          Allow
        </Button>
      </StepForm>
    </div>
  </HostedPage>
);

export const Refused = ({ uid, view }: Step) => (
  <HostedPage
    appearance={view.appearance}
    poweredBy={view.appearance.poweredBy.error}
    title={`You cannot open ${view.app.name}`}
    description={`${who(view)} is signed in, but has not been given access to this app. Ask an administrator of your organization.`}
    footer={<SwitchAccount uid={uid} />}
  >
    <StepForm uid={uid} step="abort">
      <Button type="submit" variant="primary" className="h-9 w-full">
        Go back
      </Button>
    </StepForm>
  </HostedPage>
);

/** An administrator acts as somebody, and this app is not what that is for. */
export const ActingRefused = ({ uid, view }: Step) => (
  <>
    {view.acting && (
      <ActingBanner
        tenantId={view.tenantId}
        actor={view.acting.by}
        person={who(view)}
        until={view.acting.until}
      />
    )}
    <HostedPage
      appearance={view.appearance}
      poweredBy={view.appearance.poweredBy.error}
      title={`You cannot open ${view.app.name} as ${who(view)}`}
      description={
        view.acting?.why === "unagreed"
          ? `${who(view)} has not agreed to what this app asks for, and nobody can agree in their place.`
          : `You act as ${who(view)} for something else. Ask in the console to act as them in ${view.app.name}.`
      }
      footer={<SwitchAccount uid={uid} />}
    >
      <StepForm uid={uid} step="abort">
        <Button type="submit" variant="primary" className="h-9 w-full">
          Go back
        </Button>
      </StepForm>
    </HostedPage>
  </>
);

const SwitchAccount = ({ uid }: { uid: string }) => (
  <StepForm uid={uid} step="switch">
    <button type="submit" className="rounded underline hover:text-ink">
      Use another account
    </button>
  </StepForm>
);
