"use client";

import { useQuery } from "@tanstack/react-query";
import { TextCursorInput } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { LinkButton } from "@/components/ui/link-button";
import { EmptyState } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";
import type { FieldWithValue } from "./field-form";
import { refused, textOf } from "./refusal";

/** Shows the custom fields of a user for editing. */
export function UserFields({
  tenant,
  userId,
  mayDefine,
}: {
  tenant: string;
  userId: number;
  mayDefine: boolean;
}) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const query = useQuery(trpc.customFields.ofUser.queryOptions({ userId }));
  const save = useAction(trpc.customFields.setOfUser.mutationOptions(), () => t("The fields were saved."));
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { fields } = query.data;
  const define = mayDefine && (
    <LinkButton size="sm" href={`/${tenant}/custom-fields`}>
      {t("Define fields")}
    </LinkButton>
  );
  return (
    <Section title={t("Custom fields")} flush={fields.length === 0} actions={define} className="max-w-3xl">
      {fields.length === 0 ? (
        <EmptyState icon={TextCursorInput} title={t("No custom fields")}>
          {t(
            "The organization has not defined any custom fields, such as a department or a personnel number.",
          )}
        </EmptyState>
      ) : (
        <Form
          key={fields.map(({ fieldName }) => fieldName).join()}
          schema={async () => (await import("./field-form")).formOf(fields)}
          defaultValues={Object.fromEntries(fields.map(({ fieldName, value }) => [fieldName, textOf(value)]))}
          onSubmit={(values, seen) => save({ userId, values, ...seen }).catch(refused)}
        >
          {fields.map((field) => (
            <ValueField key={field.fieldName} field={field} />
          ))}
          <SubmitButton>{t("Save")}</SubmitButton>
        </Form>
      )}
    </Section>
  );
}

function useVisibilityWords(): Record<FieldWithValue["visibility"], string> {
  const t = useExtracted("users");
  return {
    user_private: t("Visible to the user"),
    user_public: t("Visible to others"),
    admin_only: t("Visible to administrators only"),
  };
}

function ValueField({ field }: { field: FieldWithValue }) {
  const t = useExtracted("users");
  const visibilities = useVisibilityWords();
  const { fieldName, displayLabel, fieldType, isMandatory, isPii, visibility, description, options } = field;
  const hint = [
    description,
    visibilities[visibility],
    isPii && t("personal data"),
    !isMandatory && t("optional"),
  ]
    .filter(Boolean)
    .join(" · ");
  const common = { name: fieldName, label: displayLabel, hint };
  if (fieldType === "boolean" || fieldType === "select") {
    const choices =
      fieldType === "boolean"
        ? [
            { value: "true", label: t("Yes") },
            { value: "false", label: t("No") },
          ]
        : (options ?? []).map((option) => ({ value: option, label: option }));
    return <SelectField {...common} options={[{ value: "", label: "—" }, ...choices]} />;
  }
  if (fieldType === "text") return <TextareaField {...common} />;
  const types = { number: "text", date: "date", url: "url", email: "email" } as const;
  return (
    <TextField
      {...common}
      type={types[fieldType]}
      {...(fieldType === "number" && { inputMode: "decimal" as const })}
    />
  );
}
