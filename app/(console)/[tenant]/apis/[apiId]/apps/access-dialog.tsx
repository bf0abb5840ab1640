"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { CheckboxField, CheckboxGroupField, Form, SelectField, SubmitButton } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import type { AppRow } from "@/server/domain/apps/console.schema";
import type { ApiApp } from "@/server/domain/apis/apis.schema";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";
import { accessForm } from "../api-schemas";

interface Props {
  tenant: string;
  apiId: number;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Apps that have access already, which the choice omits. */
  taken: ApiApp[];
  app?: ApiApp;
}

/** Dialog that gives an app access to the API. If `app` is given, the dialog changes its access. */
export function AccessDialog(props: Props) {
  const t = useExtracted("apis");
  const { open, onOpenChange, app, taken } = props;
  const apps = useQuery(useTRPC().apps.rows.queryOptions({}, { enabled: open }));
  const choice = apps.data?.filter(
    ({ appId }) => app?.appId === appId || !taken.some((other) => other.appId === appId),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={app ? t("Access of {name}", { name: app.name }) : t("Give an app access")}
    >
      {choice ? <AccessForm {...props} choice={choice} /> : <NotLoaded query={apps} className="h-40" />}
    </Dialog>
  );
}

function AccessForm({ tenant, apiId, onOpenChange, app, choice }: Props & { choice: AppRow[] }) {
  const t = useExtracted("apis");
  const save = useAction(useTRPC().apis.apps.set.mutationOptions(), ({ name }) =>
    t("The access of {name} was saved.", { name }),
  );
  return (
    <Form
      schema={accessForm(t("Choose at least one."), t("Choose an app."))}
      defaultValues={{
        appId: app ? String(app.appId) : "",
        forUsers: app?.forUsers ?? true,
        forItself: app?.forItself ?? false,
        ownScopes: app?.ownScopes ?? [],
      }}
      onSubmit={async ({ appId, forUsers, forItself, ownScopes }) => {
        await save({
          apiId,
          appId: Number(appId),
          forUsers,
          forItself,
          ownScopes: forItself ? ownScopes : [],
        });
        onOpenChange(false);
      }}
    >
      {!app && (
        <SelectField
          name="appId"
          label={t("App")}
          options={[
            { value: "", label: t("Choose an app") },
            ...choice.map(({ appId, name }) => ({ value: String(appId), label: name })),
          ]}
        />
      )}
      <CheckboxField
        name="forUsers"
        label={t("In the name of its users")}
        hint={t("Users agree to the scopes that the app asks for.")}
      />
      <OwnAccess tenant={tenant} apiId={apiId} choice={choice} />
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
        <SubmitButton>{t("Save access")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}

/** Fields for tokens that the app gets for itself. Only an app with a service account gets any. */
function OwnAccess({ tenant, apiId, choice }: { tenant: string; apiId: number; choice: AppRow[] }) {
  const t = useExtracted("apis");
  const [appId, forItself] = useWatch({ name: ["appId", "forItself"] }) as [string, boolean];
  const scopes = useQuery(useTRPC().apis.scopes.list.queryOptions({ apiId }));
  const app = choice.find((one) => String(one.appId) === appId);
  if (app && !app.isMachine)
    return (
      <p className="text-sm text-ink-soft">
        {t.rich("For tokens of its own, link the app to a service account in <link>its settings</link>.", {
          link: (chunks) => (
            <Link
              href={`/${tenant}/apps/${app.appId}`}
              className="rounded text-accent-text underline"
              key="link"
            >
              {chunks}
            </Link>
          ),
        })}
      </p>
    );
  return (
    <>
      <CheckboxField
        name="forItself"
        label={t("For itself, without a user")}
        hint={t("By the client credentials grant (RFC 6749), with the scopes below.")}
      />
      {forItself && scopes.data && scopes.data.length > 0 && (
        <CheckboxGroupField
          name="ownScopes"
          label={t("Scopes of its own tokens")}
          options={scopes.data.map(({ name, description }) => ({
            value: name,
            label: name,
            hint: description,
          }))}
        />
      )}
    </>
  );
}
