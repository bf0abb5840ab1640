"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, NumberField, SubmitButton } from "@/components/form/form";
import { PageHeader, Section } from "@/components/ui/page/page";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";

const schemas = () => import("@/server/domain/policies/policies.schema");
const sessionPolicy = async () => (await schemas()).SessionPolicy;
const tokenPolicy = async () => (await schemas()).TokenPolicy;

/** Settings for the lifetimes of sessions and app tokens. */
export function SessionPolicyForms() {
  const t = useExtracted("session-policy");
  return (
    <>
      <PageHeader
        title={t("Sessions and tokens")}
        description={t("How long users stay signed in and apps keep access.")}
      />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <Section title={t("Sessions")} description={t("Applies to sign-ins from now on.")}>
          <SessionForm />
        </Section>
        <Section title={t("Tokens")} description={t("Applies to tokens issued from now on.")}>
          <TokenForm />
        </Section>
      </div>
    </>
  );
}

function SessionForm() {
  const t = useExtracted("session-policy");
  const trpc = useTRPC();
  const query = useQuery(trpc.policies.session.queryOptions({}));
  const update = useAction(trpc.policies.updateSession.mutationOptions(), () =>
    t("The session policy was saved."),
  );
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  return (
    <Form
      schema={sessionPolicy}
      defaultValues={query.data}
      onSubmit={(values, seen) => update({ ...values, ...seen })}
    >
      <NumberField
        name="defaultDurationHours"
        label={t("Session lifetime (hours)")}
        hint={t("1 to 720. Then the person signs in again.")}
        min={1}
        max={720}
      />
      <CheckboxField
        name="rememberMeAllowed"
        label={t("Allow users to stay signed in")}
        hint={t("At the sign-in they can choose to be remembered on their own device. A tag can forbid it.")}
      />
      <NumberField
        name="rememberMeMaxDurationDays"
        label={t("Stay signed in for, at most (days)")}
        hint={t("1 to 365. Applies to users who chose to stay signed in.")}
        min={1}
        max={365}
      />
      <SubmitButton>{t("Save")}</SubmitButton>
    </Form>
  );
}

function TokenForm() {
  const t = useExtracted("session-policy");
  const trpc = useTRPC();
  const query = useQuery(trpc.policies.token.queryOptions({}));
  const update = useAction(trpc.policies.updateToken.mutationOptions(), () =>
    t("The token policy was saved."),
  );
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { platformFloorAccessTokenSeconds, platformFloorRefreshTokenDays, ...policy } = query.data;
  return (
    <Form
      schema={tokenPolicy}
      defaultValues={policy}
      onSubmit={(values, seen) => update({ ...values, ...seen })}
    >
      <NumberField
        name="accessTokenLifetimeSeconds"
        label={t("Access token lifetime (seconds)")}
        hint={t(
          "300 to {most, number}, the platform’s maximum. A short lifetime limits the damage of a stolen token.",
          { most: platformFloorAccessTokenSeconds },
        )}
        min={300}
        max={platformFloorAccessTokenSeconds}
      />
      <NumberField
        name="refreshTokenLifetimeDays"
        label={t("Refresh token lifetime (days)")}
        hint={t(
          "1 to {most, number}, the platform’s maximum. Apps use refresh tokens to get new access tokens without the user.",
          { most: platformFloorRefreshTokenDays },
        )}
        min={1}
        max={platformFloorRefreshTokenDays}
      />
      <CheckboxField
        name="alwaysRequireConsent"
        label={t("Ask for consent at every sign-in")}
        hint={t("If off, users are asked once what an app may see, and again when the app requests more.")}
      />
      <SubmitButton>{t("Save")}</SubmitButton>
    </Form>
  );
}
