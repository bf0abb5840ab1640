import { Button } from "@/components/ui/button";
import type { InteractionView } from "@/server/auth/oidc/interaction-views";
import { ActingBanner } from "../../_hosted/acting-banner";
import { HostedPage } from "../../_hosted/hosted-card";
import { StepForm, StepLink } from "../../_hosted/flow-form";
import { FlowSteps } from "../../_hosted/flow-steps";
import { headingOf } from "../../_hosted/flow-words";
import { scopeWords } from "../../_hosted/scope-words";

interface Step {
  uid: string;
  view: InteractionView;
}

const who = ({ account }: InteractionView) => account?.name ?? account?.email ?? "someone";

const baseOf = (uid: string) => `/interaction/${uid}`;

export function SignIn({
  uid,
  view,
  signIn,
  trouble,
  notice,
}: Step & { signIn: NonNullable<InteractionView["signIn"]>; trouble: string | null; notice: string | null }) {
  const { title, description } = headingOf(signIn, view.app.name);
  return (
    <HostedPage
      appearance={view.appearance}
      poweredBy={view.appearance.poweredBy.account}
      title={title}
      description={description}
      footer={
        <StepLink base={baseOf(uid)} step="abort">
          Go back without signing in
        </StepLink>
      }
    >
      <FlowSteps
        base={baseOf(uid)}
        view={signIn}
        trouble={trouble}
        notice={notice}
        loginHint={view.loginHint}
        mayBeRemembered={view.mayBeRemembered}
        recoverHref={`/recover/${view.slug}?back=${uid}`}
      />
    </HostedPage>
  );
}

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
      <StepForm base={baseOf(uid)} step="abort">
        <Button type="submit" className="h-9 w-full">
          Deny
        </Button>
      </StepForm>
      <StepForm base={baseOf(uid)} step="consent">
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
    <StepForm base={baseOf(uid)} step="abort">
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
      <StepForm base={baseOf(uid)} step="abort">
        <Button type="submit" variant="primary" className="h-9 w-full">
          Go back
        </Button>
      </StepForm>
    </HostedPage>
  </>
);

const SwitchAccount = ({ uid }: { uid: string }) => (
  <StepLink base={baseOf(uid)} step="switch">
    Use another account
  </StepLink>
);
