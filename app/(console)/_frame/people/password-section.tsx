"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";
import type * as z from "zod";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { Section } from "@/components/ui/page/page";
import type { PasswordChange } from "@/server/domain/account/account.schema";

const passwordChange = async () => (await import("@/server/domain/account/account.schema")).PasswordChange;

/** Form that changes the administrator's own password. The form is cleared after a change. */
export function PasswordSection({
  onChange,
}: {
  onChange: (values: z.output<typeof PasswordChange>) => Promise<unknown>;
}) {
  const t = useExtracted("console");
  const [times, setTimes] = useState(0);
  return (
    <Section title={t("Password")} description={t("Changing it ends your other sessions.")}>
      <Form
        key={times}
        schema={passwordChange}
        defaultValues={{ currentPassword: "", newPassword: "" }}
        onSubmit={async (values) => {
          await onChange(values);
          setTimes(times + 1);
        }}
      >
        <TextField
          name="currentPassword"
          label={t("Current password")}
          type="password"
          autoComplete="current-password"
        />
        <TextField name="newPassword" label={t("New password")} type="password" autoComplete="new-password" />
        <SubmitButton>{t("Change password")}</SubmitButton>
      </Form>
    </Section>
  );
}
