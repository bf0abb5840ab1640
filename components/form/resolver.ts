import type { FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { dictionaryOf } from "../dictionaries";
import type { Locale } from "../locale";

/** A schema, or what brings it. */
export type Bringable<Schema> = Schema | (() => Promise<Schema>);

export const brought = <Schema extends z.ZodObject>(schema: Bringable<Schema>) =>
  typeof schema === "function" ? schema() : Promise.resolve(schema);

/** By language, what zod says where a schema has no words of its own. It says it in English itself. */
const zodWords = {
  en: () => Promise.resolve(undefined),
  de: () => import("zod/v4/locales/de.js").then((german) => ({ error: german.default().localeError })),
} satisfies Record<Locale, unknown>;

/** The messages of a form's errors in another language, in place. What they point to (`ref`) is an element of the page. */
function say(errors: object, said: (text: string) => string) {
  for (const [key, value] of Object.entries(errors) as [string, unknown][]) {
    if (key === "message" && typeof value === "string") Object.assign(errors, { message: said(value) });
    else if (key !== "ref" && typeof value === "object" && value !== null) say(value, said);
  }
}

/**
 * Checks a form by the schema that the server checks the same input with, in the reader's language. Neither the schema nor
 * zod nor a dictionary is part of a page's first load: they are of no use before the form is sent.
 */
export const resolverFor =
  <Schema extends z.ZodObject>(
    schema: Bringable<Schema>,
    locale: Locale,
  ): Resolver<z.input<Schema> & FieldValues, unknown, z.output<Schema>> =>
  async (values, context, options) => {
    const [{ zodResolver }, loaded, words, said] = await Promise.all([
      import("@hookform/resolvers/zod"),
      brought(schema),
      zodWords[locale](),
      dictionaryOf(locale),
    ]);
    const resolve = zodResolver<z.input<Schema> & FieldValues, unknown, z.output<Schema>>(
      loaded as never,
      words,
    );
    const result = await resolve(values, context, options);
    if (locale !== "en") say(result.errors, said);
    return result;
  };
