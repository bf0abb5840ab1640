"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, Form, SubmitButton, TextField } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { useAction } from "../../../_frame/use-action";

const schemas = () => import("./app-schemas");

const examples = {
  login: "https://app.example.com/login",
  logout: "https://app.example.com/backchannel-logout",
  api: "https://api.example.com",
};

/** Form for security features of the protocol, back-channel logout and the audience of the app's own API. */
export function AppProtocolForm({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const save = useAction(useTRPC().apps.setProtocol.mutationOptions(), () =>
    t("The protocol settings were saved."),
  );
  const { protocol, appId } = app;
  return (
    <Section
      title={t("Protocol")}
      description={t(
        "For the app's developers: the app must support the options that you switch on here. Otherwise nobody can sign in to it.",
      )}
    >
      <Form
        schema={async () => (await schemas()).AppProtocol}
        defaultValues={protocol}
        onSubmit={(values, seen) => save({ appId, ...values, ...seen })}
      >
        <fieldset className="space-y-2.5">
          <legend className="mb-1.5 text-sm font-medium">{t("Hardening")}</legend>
          <CheckboxField
            name="requirePushedRequests"
            label={t("Require pushed authorization requests (PAR)")}
            hint={t(
              "The app sends its request directly to the server, so that nobody can change it in the browser (RFC 9126).",
            )}
          />
          <CheckboxField
            name="requireDpop"
            label={t("Bind tokens to the app’s key (DPoP)")}
            hint={t(
              "A stolen token is useless without the key (DPoP, RFC 9449). No token is then issued or refreshed without it.",
            )}
          />
          <CheckboxField
            name="requireSignedRequests"
            label={t("Require signed requests (JAR)")}
            hint={t("The app signs each request with its own key (RFC 9101). It must authenticate by a key.")}
          />
          <CheckboxField
            name="fapi"
            label={t("FAPI 2.0 Security Profile")}
            hint={t(
              "For open banking and health data: pushed requests, DPoP, authentication by a key, and signatures other than RS256.",
            )}
          />
          <CheckboxField
            name="pairwiseSubjects"
            label={t("Pseudonyms instead of user ids (pairwise subjects)")}
            hint={t(
              "The app gets another sub for a user than all other apps. A change gives every user of the app a new sub.",
            )}
          />
        </fieldset>
        <TextField
          nullable
          name="backchannelLogoutUri"
          label={t("Back-channel logout address")}
          hint={t(
            "When a session ends for any reason, a signed logout token is sent to this address (Back-Channel Logout). Empty: the app is not notified.",
          )}
          autoComplete="off"
          placeholder={examples.logout}
        />
        <TextField
          nullable
          name="apiAudience"
          label={t("The app's own API")}
          hint={t(
            "Access tokens that the app requests for this address (parameter resource) are JWTs that its API can validate itself (RFC 8707, RFC 9068). Empty: the app has no API.",
          )}
          autoComplete="off"
          placeholder={examples.api}
        />
        <SubmitButton>{t("Save protocol settings")}</SubmitButton>
      </Form>
    </Section>
  );
}

/** Form for consent and for the address that begins a sign-in. */
export function AppSignInForm({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const save = useAction(useTRPC().apps.setSignIn.mutationOptions(), () =>
    t("The sign-in settings were saved."),
  );
  const { signIn, appId } = app;
  return (
    <Section title={t("Sign-in of users")}>
      <Form
        schema={async () => (await schemas()).AppSignIn}
        defaultValues={signIn}
        onSubmit={(values, seen) => save({ appId, ...values, ...seen })}
      >
        <CheckboxField
          name="trusted"
          label={t("Trusted app: skip the consent")}
          hint={t(
            "Your organization agrees in place of its users. Select it only for apps that your organization operates.",
          )}
        />
        <TextField
          nullable
          name="initiateLoginUri"
          label={t("Address that starts a sign-in")}
          hint={t(
            "Users can open the app from their account page. The address gets the parameter iss (OpenID Connect Core, initiate_login_uri). Empty: the app is not listed there.",
          )}
          autoComplete="off"
          placeholder={examples.login}
        />
        <SubmitButton>{t("Save sign-in settings")}</SubmitButton>
      </Form>
    </Section>
  );
}
