"use client";

import { useExtracted } from "next-intl";
import { useEffect, type ReactNode, useId, useState } from "react";
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
import { FieldConflict, useConflictId } from "@/components/form/conflict";
import { Textarea } from "@/components/ui/input/input";
import { useAction } from "../../_frame/use-action";
import { FieldPreview } from "./field-preview";
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

const NAME = "options";

const linesOf = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean);

/** Text area for the choices of a custom field, one choice per line. */
function OptionsField() {
  const t = useExtracted("custom-fields");
  const { control, setValue, getFieldState, formState } = useFormContext();
  const kept = ((useWatch({ control, name: NAME }) as string[] | null | undefined) ?? []).join("\n");
  /** Text in the text area. The text may contain blanks and empty lines that the value of the form does not contain. */
  const [typed, setTyped] = useState(kept);
  const id = useId();
  const conflict = useConflictId(NAME, id);
  const { error } = getFieldState(NAME, formState);
  const message = Array.isArray(error) ? t("Each line must have 1 to 200 characters") : error?.message;
  const described = [conflict, error && `${id}-error`, `${id}-hint`].filter(Boolean).join(" ");
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {t("Choices")}
      </label>
      <Textarea
        id={id}
        rows={5}
        value={linesOf(typed).join("\n") === kept ? typed : kept}
        aria-invalid={error !== undefined}
        aria-describedby={described}
        onChange={({ target: { value } }) => {
          setTyped(value);
          setValue(NAME, linesOf(value), { shouldDirty: true, shouldValidate: formState.isSubmitted });
        }}
      />
      <FieldConflict name={NAME} id={id} />
      {error && (
        <p id={`${id}-error`} className="mt-1 text-sm text-danger-text">
          {message && message.charAt(0).toUpperCase() + message.slice(1)}
        </p>
      )}
      <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
        {t("One per line, without duplicates. People who have a removed choice keep it.")}
      </p>
    </div>
  );
}
