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
import { createUnsaved } from "./leave-guard";
import { refusalWords } from "./message";
import { isSessionOver, SignInAgain } from "./sign-in-again";
import { useLeaveGuard } from "./use-leave-guard";
import { brought, resolverFor, type Bringable } from "./resolver";

export * from "./fields";

const SESSION_OVER = "session-over";

interface FormProps<Schema extends z.ZodObject> {
  /**
   * The schema that the server checks the same input with; or what brings it, so that neither it nor zod is part of a
   * page's first load: it is of no use before the form is sent.
   */
  schema: Bringable<Schema>;
  defaultValues: DefaultValues<z.input<Schema>>;
  /** What the server has of fields whose default is a suggestion, where nothing was set yet. */
  kept?: Record<string, unknown>;
  /**
   * Sends it. What the server refuses is shown on the field it names; what was typed stays. A form that changes what is
   * there sends `seen` along: fields that somebody else has changed meanwhile are then taken over where nothing was typed
   * in them, and asked about where something was.
   */
  onSubmit: (values: z.output<Schema>, seen: Seen) => Promise<unknown>;
  children: ReactNode;
}

/** A form whose fields are checked by the operation's own schema before and by the server after it is sent. */
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
  useLeaveGuard(() => unsaved.isDirty(form.getValues()));
  const { send, theirs, take } = useEditConflicts(form, defaultValues, onSubmit, unsaved, kept);
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      // What is wrong with one item of a list stands at its field.
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
        <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
          {refusal?.message && (
            <Callout tone="danger">
              {refusal.message} {refusal.type === SESSION_OVER && <SignInAgain />}
            </Callout>
          )}
          {contested && (
            <Callout tone="warning" urgent title={t("Somebody else has changed this meanwhile")}>
              {t(
                "Nothing was saved, and what you typed is still here. Take their value where it is the right one, or save again to replace it by yours.",
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
 * Sends the form; busy until the server has answered, and while what it depends on is `loading`. It waits for the page to come
 * to life: before that the browser would send the form itself, and put what was typed into the address.
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
