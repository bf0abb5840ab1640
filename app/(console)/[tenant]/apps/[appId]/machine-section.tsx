"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useTRPC } from "@/components/data/trpc";
import { inFormFields } from "@/components/form/conflicts";
import { CheckboxField, Form, SelectField, SubmitButton } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { NotLoaded } from "../../../_frame/records/not-loaded";
import { useAction } from "../../../_frame/use-action";

const NONE = "none";
const linkForm = async () => (await import("./app-schemas")).LinkForm;

const scopesForm = async () => (await import("./app-schemas")).ScopesForm;
const RENDER = "documents:render";

/** Returns the id of the service account as a text, because select values are texts. */
const choiceOf = (serviceAccountId: number | null) =>
  serviceAccountId === null ? NONE : String(serviceAccountId);
const accountOf = (choice: string) => (choice === NONE ? null : Number(choice));

/**
 * Section that chooses the service account for the tokens of the client credentials grant. Without a service account, the app
 * cannot use this grant.
 */
export function MachineSection({ app, tenant }: { app: AppDetail; tenant: string }) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const accounts = useQuery(trpc.serviceAccounts.list.queryOptions({}));
  const link = useAction(trpc.apps.setServiceAccount.mutationOptions(), ({ serviceAccountId }) =>
    serviceAccountId === null
      ? t("{name} can no longer get its own tokens.", { name: app.name })
      : t("{name} can get its own tokens.", { name: app.name }),
  );
  return (
    <Section
      title={t("Own tokens")}
      description={t(
        "A program without user sign-in gets tokens in the name of a service account, by the client credentials grant (RFC 6749).",
      )}
    >
      {/* Waits until the options are loaded, because a select shows its first option if the value has no option. */}
      {!accounts.data ? (
        <NotLoaded query={accounts} className="h-24" />
      ) : (
        <Form
          schema={linkForm}
          defaultValues={{ account: choiceOf(app.serviceAccount?.userId ?? null) }}
          onSubmit={({ account }, { $basedOn }) =>
            link({
              appId: app.appId,
              serviceAccountId: accountOf(account),
              $basedOn: { serviceAccountId: accountOf(String($basedOn["account"])) },
            }).catch(
              inFormFields(({ serviceAccountId }) => ({
                account: choiceOf(serviceAccountId as number | null),
              })),
            )
          }
        >
          <SelectField
            name="account"
            label={t("Service account")}
            hint={t("If you remove it, the app’s own tokens end at once.")}
            options={[
              { value: NONE, label: t("None (only user sign-in)") },
              ...accounts.data.map(({ userId, name }) => ({ value: String(userId), label: name })),
            ]}
          />
          <div className="flex flex-wrap items-center gap-4">
            <SubmitButton>{t("Save account")}</SubmitButton>
            <Link href={`/${tenant}/service-accounts`} className="rounded text-sm text-accent-text underline">
              {t("Service accounts")}
            </Link>
          </div>
        </Form>
      )}
      {app.serviceAccount && (
        <div className="mt-6 border-t border-line pt-6">
          <OwnScopes app={app} />
        </div>
      )}
    </Section>
  );
}

/** Form for the scopes of the tokens of the client credentials grant. */
function OwnScopes({ app }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const save = useAction(useTRPC().apps.setOwnScopes.mutationOptions(), () => t("The scopes were saved."));
  const held = (scopes: unknown) => ({ documents: (scopes as string[]).includes(RENDER) });
  const asked = ({ documents }: { documents: boolean }): (typeof RENDER)[] => (documents ? [RENDER] : []);
  return (
    <Form
      schema={scopesForm}
      defaultValues={held(app.ownScopes)}
      onSubmit={(values, { $basedOn }) =>
        save({
          appId: app.appId,
          ownScopes: asked(values),
          $basedOn: { ownScopes: asked({ documents: $basedOn["documents"] === true }) },
        }).catch(inFormFields(({ ownScopes }) => held(ownScopes)))
      }
    >
      <CheckboxField
        name="documents"
        label={t("Its own tokens may render documents to PDF")}
        hint={t(
          "Scope documents:render, for POST /api/render/pdf. If you remove it, it stops working at once.",
        )}
      />
      <SubmitButton>{t("Save scopes")}</SubmitButton>
    </Form>
  );
}
