"use client";

import type { ReactNode } from "react";
import { FormProvider, useForm, useFormContext, type DefaultValues, type FieldPath } from "react-hook-form";
import type { z } from "zod";
import { Button } from "../ui/button";
import { Callout } from "../ui/feedback";
import { useHydrated } from "../ui/use-hydrated";
import { ConflictContext } from "./conflict";
import { useEditConflicts, type Seen } from "./use-edit-conflicts";
import { refusalWords } from "./message";

export * from "./fields";

interface FormProps<Schema extends z.ZodObject> {
  /**
   * The schema that the server checks the same input with; or what brings it, so that neither it nor zod is part of a
   * page's first load: it is of no use before the form is sent.
   */
  schema: Schema | (() => Promise<Schema>);
  defaultValues: DefaultValues<z.input<Schema>>;
  /**
   * Sends it. What the server refuses is shown on the field it names; what was typed stays. A form that changes what is
   * there sends `seen` along: fields that somebody else has changed meanwhile are then taken over where nothing was typed
   * in them, and asked about where something was.
   */
  onSubmit: (values: z.output<Schema>, seen: Seen) => Promise<unknown>;
  children: ReactNode;
}

const brought = <Schema extends z.ZodObject>(schema: Schema | (() => Promise<Schema>)) =>
  typeof schema === "function" ? schema() : Promise.resolve(schema);

/** A form whose fields are checked by the operation's own schema before and by the server after it is sent. */
export function Form<Schema extends z.ZodObject>({
  schema,
  defaultValues,
  onSubmit,
  children,
}: FormProps<Schema>) {
  const form = useForm<z.input<Schema>, unknown, z.output<Schema>>({
    resolver: async (values, context, options) => {
      const [{ zodResolver }, loaded] = await Promise.all([
        import("@hookform/resolvers/zod"),
        brought(schema),
      ]);
      return zodResolver<z.input<Schema>, unknown, z.output<Schema>>(loaded as never)(
        values,
        context,
        options,
      );
    },
    defaultValues,
  });
  const { send, theirs, take } = useEditConflicts(form, defaultValues, onSubmit);
  const submit = form.handleSubmit(async (values) => {
    try {
      await send(values);
    } catch (error) {
      const field = (error as { data?: { field?: string | null } }).data?.field;
      const known = field && field in (await brought(schema)).shape;
      const message = known
        ? refusalWords(error, "It could not be saved.")
        : error instanceof Error
          ? error.message
          : "It could not be saved.";
      form.setError(
        (known ? field : "root.server") as FieldPath<z.input<Schema>>,
        { message },
        { shouldFocus: true },
      );
    }
  });
  const refused = form.formState.errors.root?.["server"]?.message;
  const contested = Object.keys(theirs).length > 0;
  return (
    <FormProvider {...form}>
      <ConflictContext value={{ theirs, take }}>
        <form method="post" noValidate onSubmit={(event) => void submit(event)} className="space-y-4">
          {refused && <Callout tone="danger">{refused}</Callout>}
          {contested && (
            <Callout tone="warning" title="Somebody else has changed this meanwhile">
              Nothing was saved, and what you typed is still here. Take their value where it is the right one,
              or save again to replace it by yours.
            </Callout>
          )}
          {children}
        </form>
      </ConflictContext>
    </FormProvider>
  );
}

/**
 * Sends the form; busy until the server has answered. It waits for the page to come to life: before that the browser
 * would send the form itself, and put what was typed into the address.
 */
export function SubmitButton({
  children,
  variant = "primary",
}: {
  children: ReactNode;
  variant?: "primary" | "danger";
}) {
  const { formState } = useFormContext();
  const hydrated = useHydrated();
  return (
    <Button type="submit" variant={variant} disabled={!hydrated} loading={formState.isSubmitting}>
      {children}
    </Button>
  );
}
