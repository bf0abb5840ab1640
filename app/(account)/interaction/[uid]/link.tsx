import { useExtracted } from "next-intl";
import { Callout } from "@/components/ui/feedback";
import type { LinkView } from "@/server/auth/oidc/interaction-visit";
import { HostedField } from "../../_hosted/link-parts";
import { StepForm, Submit } from "../../_hosted/flow-form";
import { useAppName, useTroubles } from "../../_hosted/flow-words";
import { HostedPage } from "../../_hosted/hosted-page";

interface Props {
  uid: string;
  view: LinkView;
  /** Secret from the sign-in link. */
  token: string;
  /** Outcome of the last attempt: an error, `approved`, or null. */
  outcome: string | null;
}

/**
 * Page of a sign-in link from a mail. Opening the page has no effect, because mail scanners open links. Only the button
 * approves the sign-in.
 */
export function LinkPage({ uid, view, token, outcome }: Props) {
  const t = useExtracted("hosted");
  const troubles = useTroubles();
  const { appearance, device } = view;
  const app = useAppName(view.app);
  const frame = { appearance, poweredBy: appearance.poweredBy.account };
  const base = `/interaction/${uid}`;
  if (outcome === "approved")
    return (
      <HostedPage
        {...frame}
        title={t("The other browser is now signed in")}
        description={t("You can close this page.")}
      >
        <p className="text-ink-soft">
          {t("Go back to where you started to sign in. {app} opens automatically.", { app })}
        </p>
      </HostedPage>
    );
  if (device === "barred")
    return (
      <HostedPage {...frame} title={t("Open this link where you started to sign in")}>
        <p className="text-ink-soft">
          {t("Your organization allows a sign-in link to be opened only in the browser that requested it.")}
        </p>
      </HostedPage>
    );
  const trouble = outcome === null ? null : (troubles[outcome] ?? null);
  return (
    <HostedPage
      {...frame}
      title={view.app.appId === null ? t("Sign in to your account?") : t("Sign in to {app}?", { app })}
    >
      <div className="space-y-4">
        {trouble && <Callout tone="danger">{trouble}</Callout>}
        {device === "same" ? (
          <StepForm base={base} step="link">
            <input type="hidden" name="token" value={token} />
            <Submit>{t("Sign in")}</Submit>
          </StepForm>
        ) : (
          <StepForm base={base} step="approve" className="space-y-4">
            <input type="hidden" name="token" value={token} />
            <p className="text-ink-soft">
              {t("This signs in the browser that requested the link. If that was not you, close this page.")}
            </p>
            <HostedField
              label={t("Number that is shown where you started to sign in")}
              name="number"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              required
              autoFocus
            />
            <Submit>{t("Sign in the other browser")}</Submit>
          </StepForm>
        )}
      </div>
    </HostedPage>
  );
}
