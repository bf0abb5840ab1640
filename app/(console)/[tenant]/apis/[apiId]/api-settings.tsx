"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  NumberField,
  SelectField,
  SubmitButton,
  TextField,
} from "@/components/form/form";
import { DetailLayout, Facts, Section } from "@/components/ui/page/page";
import { Code, ExactTime } from "@/components/ui/text";
import type { Api } from "@/server/domain/apis/apis.schema";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { useAction } from "../../../_frame/use-action";
import { ApiDangerZone } from "./danger-zone";

const apiForm = async () => (await import("./api-schemas")).ApiForm;

/** Settings of an API: its name, its tokens, its client and its deletion. */
export function ApiSettings({
  tenant,
  apiId,
  mayReadLog,
}: {
  tenant: string;
  apiId: number;
  mayReadLog: boolean;
}) {
  const t = useExtracted("apis");
  const { data: api } = useQuery(useTRPC().apis.get.queryOptions({ apiId }));
  if (!api) return null;
  return (
    <DetailLayout
      aside={
        <>
          <Section
            title={t("Introspection")}
            description={t(
              "The API asks with this client id and its secret whether a token is valid (RFC 7662).",
            )}
            flush
          >
            <Facts
              items={[
                { label: t("Client id"), value: <Code text={api.clientId} label={t("client id")} /> },
                { label: t("API id"), value: <Code text={String(api.apiId)} label={t("API id")} /> },
                { label: t("Created"), value: <ExactTime at={api.createdAt} /> },
              ]}
            />
          </Section>
          {mayReadLog && (
            <Section title={t("Activity")} flush>
              <ActivityFeed target={`api:${apiId}`} moreHref={`/${tenant}/audit?target=api:${apiId}`} />
            </Section>
          )}
        </>
      }
    >
      <Tokens api={api} />
      <ApiDangerZone api={api} tenant={tenant} />
    </DetailLayout>
  );
}

/** Form for the name of the API and for its tokens. */
function Tokens({ api }: { api: Api }) {
  const t = useExtracted("apis");
  const save = useAction(useTRPC().apis.update.mutationOptions(), ({ name }) =>
    t("{name} was saved.", { name }),
  );
  const { apiId, name, format, lifetimeSeconds, signingAlgorithm, enforceRoles } = api;
  return (
    <Section title={t("General")} description={t("Changes of the tokens apply to new tokens.")}>
      <Form
        schema={apiForm}
        defaultValues={{ name, format, lifetimeSeconds, signingAlgorithm, enforceRoles }}
        onSubmit={(values, seen) => save({ apiId, ...values, ...seen })}
      >
        <TextField
          name="name"
          label={t("Name")}
          hint={t("Users see it when they are asked for consent.")}
          autoComplete="off"
        />
        <SelectField
          name="format"
          label={t("Token format")}
          hint={t("A signed token is valid until it expires, unless the API asks by introspection.")}
          options={[
            { value: "jwt", label: t("Signed (JWT, RFC 9068): the API verifies it itself") },
            { value: "opaque", label: t("Opaque: the API asks by introspection") },
          ]}
        />
        <NumberField
          name="lifetimeSeconds"
          label={t("Lifetime of a token in seconds")}
          hint={t("60 to 86,400, and not above the maximum of the platform.")}
          min={60}
          max={86_400}
        />
        <SelectField
          name="signingAlgorithm"
          label={t("Algorithm")}
          hint={t("The API must accept it.")}
          options={[
            { value: "RS256", label: t("RS256: known to every library") },
            { value: "ES256", label: t("ES256: short signatures") },
            { value: "PS256", label: t("PS256: RSA with PSS padding, as FAPI requires") },
            { value: "EdDSA", label: t("EdDSA: Ed25519, the fastest") },
          ]}
        />
        <CheckboxField
          name="enforceRoles"
          label={t("Enforce roles")}
          hint={t("A user gets only the scopes that a role of the user allows. See the tab Roles.")}
        />
        <SubmitButton>{t("Save")}</SubmitButton>
      </Form>
    </Section>
  );
}
