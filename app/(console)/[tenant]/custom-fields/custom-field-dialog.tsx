"use client";

import { useExtracted } from "next-intl";
import { useEffect, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import {
  CheckboxField,
  Form,
  SelectField,
  SubmitButton,
  TextareaField,
  TextField,
} from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import {
  CustomFieldInput,
  fieldTypes,
  type CustomField,
} from "@/server/domain/custom-fields/custom-fields.schema";
import { useAction } from "../../_frame/use-action";
import { FieldPreview } from "./field-preview";
import { OptionsField } from "./options-field";
import { useTypeWords, useVisibilityWords } from "./words";

const newField = {
  fieldName: "",
  displayLabel: "",
  fieldType: "text",
  entity: "user",
  visibility: "user_private",
  isMandatory: false,
  isPii: false,
  description: "",
} as const;

/** Returns the form values for an existing custom field. */
const valuesOf = (field: CustomField) => ({
  fieldName: field.fieldName,
  displayLabel: field.displayLabel,
  fieldType: field.fieldType,
  entity: "user" as const,
  visibility: field.visibility,
  isMandatory: field.isMandatory,
  isPii: field.isPii,
  description: field.description ?? "",
  ...(field.options && { options: field.options }),
});

/** Dialog that creates a custom field. If `field` is given, the dialog changes this field. */
export function CustomFieldDialog({
  open,
  onOpenChange,
  taken,
  field,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * Names of the existing fields. The dialog refuses these names, because saving under such a name would change the existing
   * field.
   */
  taken: string[];
  field?: CustomField;
}) {
  const t = useExtracted("custom-fields");
  const typeWords = useTypeWords();
  const visibilityWords = useVisibilityWords();
  const save = useAction(useTRPC().customFields.save.mutationOptions(), ({ displayLabel }) =>
    t("The field {field} was saved.", { field: displayLabel }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={field ? t("Edit {field}", { field: field.displayLabel }) : t("New field")}
      wide
    >
      <Form
        schema={CustomFieldInput}
        defaultValues={field ? valuesOf(field) : newField}
        onSubmit={async (values, seen) => {
          if (!field && taken.includes(values.fieldName))
            throw Object.assign(new Error(t("is already used by another field")), {
              data: { field: "fieldName" },
            });
          await save({ ...values, ...(field && seen) });
          onOpenChange(false);
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            name="displayLabel"
            label={t("Label")}
            hint={t("The label that people see.")}
            autoComplete="off"
          />
          <TextField
            name="fieldName"
            label={t("Name")}
            hint={
              field
                ? t("Programs use it; it cannot change.")
                : t("Used by programs: a letter, then letters, digits or _. It cannot change later.")
            }
            autoComplete="off"
            spellCheck={false}
            readOnly={field !== undefined}
          />
          <SelectField
            name="fieldType"
            label={t("Type")}
            hint={field ? t("Can be changed while no user has a value.") : undefined}
            options={fieldTypes.map((value) => ({ value, label: typeWords[value] }))}
          />
          <SelectField
            name="visibility"
            label={t("Visible to")}
            hint={<VisibilityHint />}
            options={Object.entries(visibilityWords).map(([value, { label }]) => ({ value, label }))}
          />
        </div>
        <WhenSelect>
          <OptionsField />
        </WhenSelect>
        <TextareaField
          name="description"
          label={t("Description")}
          hint={t("Optional: what to enter. Shown below the field.")}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <CheckboxField name="isMandatory" label={t("Mandatory")} hint={t("The value cannot be removed.")} />
          <CheckboxField
            name="isPii"
            label={t("Personal data")}
            hint={t("Marks the field for the people responsible for data protection.")}
          />
        </div>
        <FieldPreview />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{field ? t("Save") : t("Create field")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

/** Shows its children if the chosen type is `select`. For other types, removes `options` from the form. */
function WhenSelect({ children }: { children: ReactNode }) {
  const { control, setValue } = useFormContext();
  const chosen = useWatch({ control, name: "fieldType" }) === "select";
  useEffect(() => {
    if (!chosen) setValue("options", undefined);
  }, [chosen, setValue]);
  return chosen ? children : null;
}

function VisibilityHint() {
  const { control } = useFormContext();
  const visibility = useWatch({ control, name: "visibility" }) as CustomField["visibility"];
  return useVisibilityWords()[visibility].hint;
}
