"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { inFormFields } from "@/components/form/conflicts";
import { Form, SubmitButton, TextareaField } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { useAction } from "../../../_frame/use-action";
import { linesIn } from "../../../_frame/words/lines";
import { UriStars } from "../../../_frame/words/uri-stars";
import { useUriWords } from "../../../_frame/words/uri-words";

const schemas = () => import("./app-schemas");

const textOf = (uris: string[]) => uris.join("\n");
const urisOf = ({ redirectUri, additionalRedirectUris }: AppDetail) => [
  ...(redirectUri === null ? [] : [redirectUri]),
  ...additionalRedirectUris,
];
const partsOf = ([redirectUri, ...additionalRedirectUris]: string[]) => ({
  ...(redirectUri !== undefined && { redirectUri }),
  additionalRedirectUris,
});

/** Forms for the redirect URIs, the addresses after signing out, and the origins of the app's pages. */
export function Redirects({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const words = useUriWords();
  const trpc = useTRPC();
  const update = useAction(trpc.apps.update.mutationOptions(), () => t("The redirect URIs were saved."));
  const setLogout = useAction(trpc.apps.setLogoutUris.mutationOptions(), () =>
    t("The addresses after signing out were saved."),
  );
  const setOrigins = useAction(trpc.apps.setOrigins.mutationOptions(), () => t("The origins were saved."));
  const queries = useQueryClient();
  const detail = trpc.apps.detail.queryOptions({ appId: app.appId });
  return (
    <Section
      title={t("Addresses")}
      description={t("The browser is redirected only to addresses that match exactly.")}
    >
      <div className="space-y-6">
        <Form
          schema={async () => (await schemas()).redirectForm(await words())}
          defaultValues={{ redirectUris: textOf(urisOf(app)) }}
          onSubmit={({ redirectUris }, { $basedOn }) =>
            update({
              appId: app.appId,
              ...partsOf(redirectUris),
              $basedOn: { redirectUri: null, ...partsOf(linesIn(String($basedOn["redirectUris"]))) },
            }).catch(
              // The server reports a conflict for one of two fields: the primary redirect URI or the list of further URIs. The
              // form shows both fields in one text area.
              inFormFields(async () => ({
                redirectUris: textOf(urisOf(await queries.fetchQuery({ ...detail, staleTime: 0 }))),
              })),
            )
          }
        >
          <TextareaField
            name="redirectUris"
            label={t("Redirect URIs")}
            hint={t("Redirect addresses after sign-in, one per line. The first is the primary one.")}
          />
          <UriStars name="redirectUris" />
          <SubmitButton>{t("Save redirect URIs")}</SubmitButton>
        </Form>
        <Form
          schema={async () => (await schemas()).logoutForm(await words())}
          defaultValues={{ postLogoutRedirectUris: textOf(app.postLogoutRedirectUris) }}
          onSubmit={(values, { $basedOn }) =>
            setLogout({
              appId: app.appId,
              ...values,
              $basedOn: { postLogoutRedirectUris: linesIn(String($basedOn["postLogoutRedirectUris"])) },
            }).catch(
              inFormFields(({ postLogoutRedirectUris }) => ({
                postLogoutRedirectUris: textOf(postLogoutRedirectUris as string[]),
              })),
            )
          }
        >
          <TextareaField
            name="postLogoutRedirectUris"
            label={t("After signing out")}
            hint={t(
              "Redirect addresses after sign-out, one per line. Empty: users stay on the sign-out page.",
            )}
          />
          <UriStars name="postLogoutRedirectUris" />
          <SubmitButton>{t("Save sign-out addresses")}</SubmitButton>
        </Form>
        <Form
          schema={async () => (await schemas()).originForm(await words())}
          defaultValues={{ allowedOrigins: textOf(app.allowedOrigins) }}
          onSubmit={(values, { $basedOn }) =>
            setOrigins({
              appId: app.appId,
              ...values,
              $basedOn: { allowedOrigins: linesIn(String($basedOn["allowedOrigins"])) },
            }).catch(
              inFormFields(({ allowedOrigins }) => ({
                allowedOrigins: textOf(allowedOrigins as string[]),
              })),
            )
          }
        >
          <TextareaField
            name="allowedOrigins"
            label={t("Origins of the app’s pages")}
            hint={t(
              "Pages that may send requests to this server from the browser (CORS), one origin per line. The origins of the redirect URIs are always allowed.",
            )}
          />
          <SubmitButton>{t("Save origins")}</SubmitButton>
        </Form>
      </div>
    </Section>
  );
}
