"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { AppDetail } from "@/server/domain/apps/console.schema";
import { useAction } from "../../../_frame/use-action";

const signatureForm = async () => (await import("./app-schemas")).SignatureForm;

/** Form for the algorithm of the signatures of the app's tokens. */
export function AppSignatures({ app: { appId, signingAlgorithm } }: { app: AppDetail }) {
  const t = useExtracted("apps");
  const save = useAction(useTRPC().apps.update.mutationOptions(), ({ signingAlgorithm: chosen }) =>
    t("New tokens are signed with {algorithm}.", { algorithm: chosen }),
  );
  return (
    <Section
      title={t("Signatures")}
      description={t("Algorithm of the app’s ID tokens, JWT access tokens and logout tokens.")}
    >
      <Form
        schema={signatureForm}
        defaultValues={{ signingAlgorithm }}
        onSubmit={(values, seen) => save({ appId, ...values, ...seen })}
      >
        <SelectField
          name="signingAlgorithm"
          label={t("Algorithm")}
          hint={t("The app and its API must accept it. Existing tokens stay valid.")}
          options={[
            { value: "RS256", label: t("RS256: known to every library") },
            { value: "ES256", label: t("ES256: short signatures") },
            { value: "PS256", label: t("PS256: RSA with PSS padding, as FAPI requires") },
            { value: "EdDSA", label: t("EdDSA: Ed25519, the fastest") },
          ]}
        />
        <SubmitButton>{t("Save algorithm")}</SubmitButton>
      </Form>
    </Section>
  );
}
