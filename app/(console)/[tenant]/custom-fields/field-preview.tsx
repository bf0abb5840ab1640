"use client";

import { useExtracted } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { Box } from "@/components/ui/page/box";
import { Input, NativeSelect } from "@/components/ui/input/input";
import type { CustomField } from "@/server/domain/custom-fields/custom-fields.schema";

type Shown = Partial<
  Pick<CustomField, "displayLabel" | "fieldType" | "isMandatory" | "description" | "options">
>;

const inputTypes: Partial<Record<CustomField["fieldType"], string>> = {
  number: "number",
  date: "date",
  url: "url",
  email: "email",
};

/** Preview of the field in the dialog, as a user page will show it. */
export function FieldPreview() {
  const t = useExtracted("custom-fields");
  const { control } = useFormContext();
  const field = useWatch({ control }) as Shown;
  const label = field.displayLabel?.trim() || t("Label");
  return (
    <figure className="rounded-md border border-line bg-sunken p-4">
      <figcaption className="mb-3 text-xs text-ink-faint">{t("On a person’s page")}</figcaption>
      <div className="max-w-sm" inert aria-hidden>
        {field.fieldType === "boolean" ? (
          <div className="flex items-center gap-2.5">
            <Box tabIndex={-1} />
            <span className="min-w-0 truncate">{label}</span>
          </div>
        ) : (
          <>
            <span className="mb-1 block truncate text-sm font-medium">
              {label}
              {!field.isMandatory && <span className="font-normal text-ink-faint"> {t("(optional)")}</span>}
            </span>
            {field.fieldType === "select" ? (
              <NativeSelect className="w-full" tabIndex={-1}>
                {(field.options ?? []).map((option) => (
                  <option key={option}>{option}</option>
                ))}
              </NativeSelect>
            ) : (
              <Input
                type={inputTypes[field.fieldType ?? "text"] ?? "text"}

                tabIndex={-1}
                readOnly
              />
            )}
          </>
        )}
        {field.description?.trim() && <p className="mt-1 text-sm text-ink-faint">{field.description}</p>}
      </div>
    </figure>
  );
}
