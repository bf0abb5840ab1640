"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useEffect, useId, type ReactNode } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Form, SelectField, SubmitButton, TextareaField, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { Box } from "@/components/ui/page/box";
import { claimPlaces, ownSourceOf, userValues } from "@/server/domain/app-claims/claims.schema";
import type { CustomField } from "@/server/domain/custom-fields/custom-fields.schema";
import { claimForm, fieldOf, fieldsOfSource, ruleOf, valuesOf, type ClaimFormValues } from "./claim-form";
import type { ClaimRule } from "./claim-rule";
import { usePlaceWords, useRolesWords, useSessionWords, useUserValueWords } from "./claim-words";

const examples = {
  claim: "department",
  condition: '"Staff" in roles',
  expression: 'user.custom.department + "-" + user.familyName',
};

/**
 * Returns the error of the server at the field of the form. The server names the field of the rule in the list, for example
 * `claims.3.condition`.
 */
function atField(error: unknown, values: ClaimFormValues): unknown {
  const { field } = (error as { data?: { field?: string | null } }).data ?? {};
  const [list, , ...path] = field?.split(".") ?? [];
  if (!(error instanceof Error) || !field || list !== "claims" || path.length === 0) return error;
  const message = error.message.startsWith(`${field}: `)
    ? error.message.slice(field.length + 2)
    : error.message;
  return Object.assign(new Error(message), { data: { field: fieldOf(path, values) } });
}

/** Dialog that adds a rule for a claim. If `rule` is given, the dialog changes this rule. */
export function ClaimDialog({
  open,
  onOpenChange,
  rule,
  hasPlaces,
  mayListFields,
  onSave,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  rule: ClaimRule | null;
  /** True for an app. Its rules name the tokens and answers that contain the claim. */
  hasPlaces: boolean;
  /** True if the administrator may list the custom fields of the organization. */
  mayListFields: boolean;
  onSave: (rule: ClaimRule) => Promise<unknown>;
}) {
  const t = useExtracted("console-claims");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={rule ? t("Edit {claim}", { claim: rule.claim }) : t("Add claim")}
      wide
    >
      <Form
        schema={claimForm(hasPlaces)}
        defaultValues={valuesOf(rule)}
        onSubmit={async (values) => {
          try {
            await onSave(ruleOf(values, hasPlaces));
          } catch (error) {
            throw atField(error, values);
          }
          onOpenChange(false);
        }}
      >
        <TextField
          name="claim"
          label={t("Claim")}
          hint={hasPlaces ? t("The name that the app reads.") : t("The name that the API reads.")}
          placeholder={examples.claim}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <KindField />
          <SourceFields mayListFields={mayListFields} />
        </div>
        <ConditionField />
        {hasPlaces && <PlacesField />}
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{rule ? t("Save") : t("Add claim")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const variables =
  "user.email, user.givenName, user.custom.department, roles, appRoles, tags, session.acr, session.amr";

/** Hint of a field for a CEL expression, with its variables and a link to the language. */
function ExpressionHint({ children }: { children?: ReactNode }) {
  const t = useExtracted("console-claims");
  return (
    <>
      {children}{" "}
      {t.rich("In <link>CEL</link>, with the variables <code></code>.", {
        link: (chunks) => (
          <a
            href="https://cel.dev"
            target="_blank"
            rel="noopener noreferrer"
            className="rounded text-accent-text underline"
          >
            {chunks}
          </a>
        ),
        code: () => <code className="font-mono text-xs break-words">{variables}</code>,
      })}
    </>
  );
}

function ConditionField() {
  const t = useExtracted("console-claims");
  const kind = useWatch<ClaimFormValues>({ name: "kind" });
  const optional = t("Optional: the rule applies if this is true.");
  return (
    <TextareaField
      nullable
      name="condition"
      label={t("Condition")}
      // The field for the expression above has the same hint.
      hint={kind === "expression" ? optional : <ExpressionHint>{optional}</ExpressionHint>}
      placeholder={examples.condition}
      rows={2}
      className="font-mono text-sm"
      spellCheck={false}
    />
  );
}

/** Select for the kind of the source. A claim that can have only one source gets this source. */
function KindField() {
  const t = useExtracted("console-claims");
  const { setValue } = useFormContext<ClaimFormValues>();
  const claim = (useWatch<ClaimFormValues>({ name: "claim" }) as string).trim();
  const own = ownSourceOf(claim);
  useEffect(() => {
    const source = ownSourceOf(claim);
    for (const [field, value] of Object.entries(source ? fieldsOfSource(source) : {}))
      setValue(field as keyof ClaimFormValues, value, { shouldDirty: true });
  }, [claim, setValue]);
  return (
    <SelectField
      name="kind"
      label={t("Source")}
      hint={own && t("The claim {claim} can have this source only.", { claim })}
      options={[
        { value: "user", label: t("Value of the user") },
        { value: "custom_field", label: t("Custom field") },
        { value: "roles", label: t("Roles") },
        { value: "tags", label: t("Tags") },
        { value: "session", label: t("Sign-in") },
        { value: "constant", label: t("Constant") },
        { value: "expression", label: t("Expression") },
      ]}
    />
  );
}

const optionsOf = (words: Record<string, string>, values: readonly string[] = Object.keys(words)) =>
  values.map((value) => ({ value, label: words[value] ?? value }));

/** Fields for the chosen kind of source. */
function SourceFields({ mayListFields }: { mayListFields: boolean }) {
  const t = useExtracted("console-claims");
  const userValueWords = useUserValueWords();
  const rolesWords = useRolesWords();
  const sessionWords = useSessionWords();
  const kind = useWatch<ClaimFormValues>({ name: "kind" }) as ClaimFormValues["kind"];
  const { data } = useQuery(useTRPC().customFields.list.queryOptions({}, { enabled: mayListFields }));
  switch (kind) {
    case "user":
      return (
        <SelectField name="userField" label={t("Value")} options={optionsOf(userValueWords, userValues)} />
      );
    case "custom_field":
      return <CustomFieldField fields={data?.filter(({ entity }) => entity === "user")} />;
    case "roles":
      return (
        <SelectField
          name="rolesOf"
          label={t("Which roles")}
          options={optionsOf(rolesWords)}
          hint={t("A list of their names.")}
        />
      );
    case "tags":
      return <p className="self-end pb-2 text-sm text-ink-soft">{t("A list of the names of the tags.")}</p>;
    case "session":
      return (
        <SelectField
          name="sessionValue"
          label={t("Value")}
          options={optionsOf(sessionWords)}
          hint={t("Only in tokens.")}
        />
      );
    case "constant":
      return <ConstantFields />;
    case "expression":
      return (
        <div className="sm:col-span-2">
          <TextareaField
            name="expression"
            label={t("Expression")}
            hint={<ExpressionHint />}
            placeholder={examples.expression}
            rows={2}
            className="font-mono text-sm"
            spellCheck={false}
          />
        </div>
      );
  }
}

/** Chooses one of the custom fields of the organization. Undefined: a text field, because the administrator may not list them. */
function CustomFieldField({ fields }: { fields: readonly CustomField[] | undefined }) {
  const t = useExtracted("console-claims");
  const chosen = useWatch<ClaimFormValues>({ name: "fieldName" }) as string;
  if (!fields)
    return (
      <TextField
        name="fieldName"
        label={t("Custom field")}
        hint={t("The name of the field.")}
        placeholder={examples.claim}
        autoComplete="off"
        spellCheck={false}
      />
    );
  const known = fields.some(({ fieldName }) => fieldName === chosen);
  return (
    <SelectField
      name="fieldName"
      label={t("Custom field")}
      options={[
        { value: "", label: t("Choose a field…") },
        ...(known || chosen === "" ? [] : [{ value: chosen, label: chosen }]),
        ...fields.map(({ fieldName, displayLabel }) => ({
          value: fieldName,
          label: `${displayLabel} (${fieldName})`,
        })),
      ]}
    />
  );
}

function ConstantFields() {
  const t = useExtracted("console-claims");
  const type = useWatch<ClaimFormValues>({ name: "constantType" }) as ClaimFormValues["constantType"];
  return (
    <>
      <SelectField
        name="constantType"
        label={t("Type of the value")}
        options={[
          { value: "text", label: t("Text") },
          { value: "number", label: t("Number") },
          { value: "true", label: t("True") },
          { value: "false", label: t("False") },
          { value: "list", label: t("List of texts") },
        ]}
      />
      <div className="empty:hidden sm:col-span-2">
        {type === "list" && (
          <TextareaField name="constant" label={t("Value")} hint={t("One text per line.")} />
        )}
        {(type === "text" || type === "number") && (
          <TextField
            name="constant"
            label={t("Value")}
            inputMode={type === "number" ? "decimal" : "text"}
            autoComplete="off"
          />
        )}
      </div>
    </>
  );
}

/** Checkboxes for the tokens and answers that contain the claim. */
function PlacesField() {
  const t = useExtracted("console-claims");
  const placeWords = usePlaceWords();
  const { register, getFieldState, formState } = useFormContext<ClaimFormValues>();
  const { error } = getFieldState("in", formState);
  const id = useId();
  return (
    <fieldset {...(error && { "aria-describedby": `${id}-error` })}>
      <legend className="mb-1.5 text-sm font-medium">{t("Contained in")}</legend>
      <div className="flex flex-wrap gap-x-6 gap-y-2">
        {claimPlaces.map((place) => (
          <label key={place} className="flex items-center gap-2">
            <Box value={place} {...register("in")} />
            {placeWords[place]}
          </label>
        ))}
      </div>
      {error?.message && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-sm text-danger-text">
          {error.message.charAt(0).toUpperCase() + error.message.slice(1)}
        </p>
      )}
    </fieldset>
  );
}
