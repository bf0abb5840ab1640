import { useExtracted } from "next-intl";
import { Button } from "@/components/ui/button";
import type { InteractionView } from "@/server/auth/oidc/interaction-visit";
import { ActingBanner } from "../../_hosted/acting-banner";
import { HostedPage } from "../../_hosted/hosted-page";
import { StepForm, StepLink } from "../../_hosted/flow-form";
import { FlowSteps } from "../../_hosted/flow-steps";
import { useAppName, useHeading } from "../../_hosted/flow-words";
import { useScopeWords } from "../../_hosted/scope-words";

interface Step {
  uid: string;
  view: InteractionView;
}

function useWho({ account }: InteractionView) {
  const t = useExtracted("hosted");
  return account?.name ?? account?.email ?? t("someone");
}

const baseOf = (uid: string) => `/interaction/${uid}`;

export function SignIn({
  uid,
  view,
  signIn,
  outcome,
}: Step & { signIn: NonNullable<InteractionView["signIn"]>; outcome: string | null }) {
  const t = useExtracted("hosted");
  const { title, description } = useHeading(signIn, view.app);
  return (
    <HostedPage
      appearance={view.appearance}
      poweredBy={view.appearance.poweredBy.account}
      title={title}
      description={description}
      footer={
        <StepLink base={baseOf(uid)} step="abort">
          {t("Go back without signing in")}
        </StepLink>
      }
    >
      <FlowSteps
        base={baseOf(uid)}
        view={signIn}
        outcome={outcome}
        loginHint={view.loginHint}
        mayBeRemembered={view.mayBeRemembered}
        recoverHref={`/recover/${view.slug}?back=${uid}`}
      />
    </HostedPage>
  );
}

export function Consent({ uid, view }: Step) {
  const t = useExtracted("hosted");
  const scopeWords = useScopeWords();
  const who = useWho(view);
  const app = useAppName(view.app);
  return (
    <HostedPage
      appearance={view.appearance}
      poweredBy={view.appearance.poweredBy.consent}
      title={t("{app} asks for access", { app })}
      description={t.rich("You are signed in as <b>{who}</b>. The app would be able to:", {
        who,
        b: (chunks) => <span className="font-medium text-ink">{chunks}</span>,
      })}
      footer={<SwitchAccount uid={uid} />}
    >
      <ul className="mb-5 list-disc space-y-1 pl-5">
        {view.scopes.map((scope) => (
          <li key={scope}>{scopeWords(scope)}</li>
        ))}
        {view.claims.length > 0 && (
          <li className="break-words">
            {t("See what your organization added: {names}", { names: view.claims.join(", ") })}
          </li>
        )}
      </ul>
      {view.apis.map((api) => (
        <section key={api.audience} className="mb-5">
          <h2 className="mb-1 font-medium">{t("At {api}:", { api: api.name })}</h2>
          <ul className="list-disc space-y-1 pl-5">
            {api.scopes.map(({ name, description }) => (
              <li key={name} className="break-words">
                {description}
              </li>
            ))}
          </ul>
        </section>
      ))}
      <div className="flex gap-2 *:flex-1">
        <StepForm base={baseOf(uid)} step="abort">
          <Button type="submit" className="h-9 w-full">
            {t("Deny")}
          </Button>
        </StepForm>
        <StepForm base={baseOf(uid)} step="consent">
          <Button type="submit" variant="primary" className="h-9 w-full">
            {t("Allow")}
          </Button>
        </StepForm>
      </div>
    </HostedPage>
  );
}

export function Refused({ uid, view }: Step) {
  const t = useExtracted("hosted");
  const who = useWho(view);
  const app = useAppName(view.app);
  return (
    <HostedPage
      appearance={view.appearance}
      poweredBy={view.appearance.poweredBy.error}
      title={t("You cannot open {app}", { app })}
      description={t(
        "{who} is signed in, but has not been given access to this app. Ask an administrator of your organization.",
        { who },
      )}
      footer={<SwitchAccount uid={uid} />}
    >
      <GoBack uid={uid} />
    </HostedPage>
  );
}

/** Refuses the sign-in to an app that an administrator may not open while acting as a user. */
export function ActingRefused({ uid, view }: Step) {
  const t = useExtracted("hosted");
  const who = useWho(view);
  const app = useAppName(view.app);
  return (
    <>
      {view.acting && (
        <ActingBanner
          tenantId={view.tenantId}
          actor={view.acting.by}
          person={who}
          until={view.acting.until}
        />
      )}
      <HostedPage
        appearance={view.appearance}
        poweredBy={view.appearance.poweredBy.error}
        title={t("You cannot open {app} as {who}", { app, who })}
        description={
          view.acting?.why === "unagreed"
            ? t(
                "{who} has not consented to the access that this app requests. Nobody else can consent on their behalf.",
                {
                  who,
                },
              )
            : t(
                "Your current session as {who} does not include {app}. In the console, request to act as them in {app}.",
                {
                  app,
                  who,
                },
              )
        }
        footer={<SwitchAccount uid={uid} />}
      >
        <GoBack uid={uid} />
      </HostedPage>
    </>
  );
}

function GoBack({ uid }: { uid: string }) {
  const t = useExtracted("hosted");
  return (
    <StepForm base={baseOf(uid)} step="abort">
      <Button type="submit" variant="primary" className="h-9 w-full">
        {t("Go back")}
      </Button>
    </StepForm>
  );
}

function SwitchAccount({ uid }: { uid: string }) {
  const t = useExtracted("hosted");
  return (
    <StepLink base={baseOf(uid)} step="switch">
      {t("Use another account")}
    </StepLink>
  );
}
