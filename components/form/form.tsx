"use client";

import { useExtracted, useLocale } from "next-intl";
import { useEffect, useState, type ReactNode } from "react";
import { FormProvider, useForm, useFormContext, type DefaultValues, type FieldPath } from "react-hook-form";
import type * as z from "zod";
import { Button } from "../ui/button";
import { Callout } from "../ui/feedback";
import { useHydrated } from "../ui/use-hydrated";
import { ConflictContext } from "./conflict";
import { useEditConflicts, type Seen } from "./use-edit-conflicts";
import { nameOfForm, takeDraft } from "./drafts";
import { createUnsaved } from "./leave-guard";
import { refusalWords } from "./message";
import { isSessionOver, SignInAgain } from "./sign-in-again";
import { useLeaveGuard } from "./use-leave-guard";
import { brought, resolverFor, type Bringable } from "./resolver";

export * from "./fields";

const SESSION_OVER = "session-over";

interface FormProps<Schema extends z.ZodObject> {
  /**
   * Schema that the server also uses, or a function that loads the schema. With a function, the page first loads without the
   * schema and without zod.
   */
  schema: Bringable<Schema>;
  defaultValues: DefaultValues<z.input<Schema>>;
  /** Stored values of the fields whose default value is only a suggestion. Edit conflicts are detected against these values. */
  kept?: Record<string, unknown>;
  /**
   * Submits the form. The form shows an error of the server at its field and keeps the input. To detect edit conflicts, the
   * operation needs `seen`. After a conflict, unedited fields take over the new values. At each edited field, the person
   * chooses one of the two values.
   */
  onSubmit: (values: z.output<Schema>, seen: Seen) => Promise<unknown>;
  children: ReactNode;
}

/** Form that validates its fields with the schema of the operation before submitting. The server validates the fields again. */
export function Form<Schema extends z.ZodObject>({
  schema,
  defaultValues,
  kept,
  onSubmit,
  children,
}: FormProps<Schema>) {
  const t = useExtracted("shared");
  const locale = useLocale();
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: resolverFor(schema, locale),
    defaultValues,
  });
  const [unsaved] = useState(createUnsaved);
  useEffect(() => unsaved.settle(form.getValues()), [unsaved, form]);
  useLeaveGuard(
    () => unsaved.isDirty(form.getValues()),
    () => ({ form: nameOfForm(defaultValues), values: form.getValues() }),
  );
  // Takes the input from before a reload. Runs after the initial values were recorded as saved.
  useEffect(() => {
    const draft = takeDraft(
      nameOfForm(defaultValues),
      window.location.pathname,
      Date.now(),
      window.sessionStorage,
    );
    for (const [field, value] of Object.entries(draft ?? {}))
      form.setValue(field as FieldPath<z.input<Schema>>, value as never, { shouldDirty: true });
    // Once, because the stored input belongs to the first values of the form.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  // Thrown while rendering, so that the error page handles a schema whose code could not be loaded.
  if (failure !== null) throw failure.error;
  const { send, theirs, take } = useEditConflicts(form, defaultValues, onSubmit, unsaved, kept);
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      // An error in a list item is shown at the field of the list.
      const field = (error as { data?: { field?: string | null } }).data?.field?.split(".")[0];
      const known = field && field in (await brought(schema)).shape;
      const unknown = t("It could not be saved.");
      const message = known ? refusalWords(error, unknown) : error instanceof Error ? error.message : unknown;
      form.setError(
        (known ? field : "root.server") as FieldPath<z.input<Schema>>,
        { message, ...(isSessionOver(error) && { type: SESSION_OVER }) },
        { shouldFocus: true },
      );
    }
  });
  const refusal = form.formState.errors.root?.["server"];
  const contested = Object.keys(theirs).length > 0;
  return (
    <FormProvider {...form}>
      <ConflictContext value={{ theirs, take }}>
        <form
          method="post"
          noValidate
          onSubmit={(event) => void submit(event).catch((error: unknown) => setFailure({ error }))}
          className="space-y-4"
        >
          {refusal?.message && (
            <Callout tone="danger">
              {refusal.message} {refusal.type === SESSION_OVER && <SignInAgain />}
            </Callout>
          )}
          {contested && (
            <Callout tone="warning" urgent title={t("Someone else has changed this in the meantime")}>
              {t(
                "Nothing was saved. Your input is still here. Use the other value where it is right, or save again to replace it with yours.",
              )}
            </Callout>
          )}
          {children}
        </form>
      </ConflictContext>
    </FormProvider>
  );
}

/**
 * Button that submits the form. Shows a spinner while the form is submitting or `loading` is true. Disabled before hydration,
 * because the browser would then send the form without scripts.
 */
export function SubmitButton({
  children,
  variant = "primary",
  loading = false,
}: {
  children: ReactNode;
  variant?: "primary" | "danger";
  loading?: boolean;
}) {
  const { formState } = useFormContext();
  const hydrated = useHydrated();
  return (
    <Button type="submit" variant={variant} disabled={!hydrated} loading={loading || formState.isSubmitting}>
      {children}
    </Button>
  );
}
