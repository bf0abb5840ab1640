"use client";

import { useExtracted } from "next-intl";
import * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog/overlay";
import { ScimTokenInput } from "@/server/domain/scim-tokens/scim-tokens.schema";
import { useAction } from "../../_frame/use-action";

const DAY_MS = 86_400_000;

/** Input of the form. Contains a validity period instead of the expiry time. The submission computes the expiry time. */
const TokenForm = ScimTokenInput.omit({ expiresAt: true }).extend({
  days: z.enum(["90", "180", "365", "never"]),
});

/** Form that creates a SCIM token. Passes the secret of the token to `created`. */
export function NewTokenForm({
  created,
  cancel,
}: {
  created: (secret: { name: string; token: string }) => void;
  cancel: () => void;
}) {
  const t = useExtracted("scim");
  const create = useAction(useTRPC().scim.createToken.mutationOptions(), () => null);
  return (
    <Form
      schema={TokenForm}
      defaultValues={{ name: "", days: "365" }}
      onSubmit={async ({ name, days }) =>
        created(
          await create({
            name,
            expiresAt: days === "never" ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString(),
          }),
        )
      }
    >
      <TextField name="name" label={t("Name")} hint={t("The provider that it is for.")} autoComplete="off" />
      <SelectField
        name="days"
        label={t("Expires")}
        hint={t("Create a new one and give it to the provider before the old one expires.")}
        options={[
          { value: "90", label: t("In 90 days") },
          { value: "180", label: t("In 180 days") },
          { value: "365", label: t("In a year") },
          { value: "never", label: t("Never, until it is revoked") },
        ]}
      />
      <DialogActions>
        <Button onClick={cancel}>{t("Cancel")}</Button>
        <SubmitButton>{t("Create token")}</SubmitButton>
      </DialogActions>
    </Form>
  );
}
