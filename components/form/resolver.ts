import type { FieldValues, Resolver } from "react-hook-form";
import type * as z from "zod";
import type { Locale } from "@/server/kernel/strings/languages";
import { fieldWordsIn } from "./field-words";

/** Schema, or a function that loads the schema. */
export type Bringable<Schema> = Schema | (() => Promise<Schema>);

export const brought = <Schema extends z.ZodObject>(schema: Bringable<Schema>) =>
  typeof schema === "function" ? schema() : Promise.resolve(schema);

/** Translates the messages of a form's errors in place. Skips `ref`, because `ref` is a DOM element. */
function decode(errors: object, words: (text: string) => string) {
  for (const [key, value] of Object.entries(errors) as [string, unknown][]) {
    if (key === "message" && typeof value === "string") Object.assign(errors, { message: words(value) });
    else if (key !== "ref" && typeof value === "object" && value !== null) decode(value, words);
  }
}

/**
 * Returns the function that validates a form with the server's schema. The messages are in the language of the page. Loads zod,
 * the schema and the translations at the first validation, because the page does not need them earlier.
 */
export const resolverFor =
  <Schema extends z.ZodObject>(
    schema: Bringable<Schema>,
    locale: Locale,
  ): Resolver<z.input<Schema> & FieldValues, unknown, z.output<Schema>> =>
  async (values, context, options) => {
    const [{ zodResolver }, { plainWords }, words, loaded] = await Promise.all([
      import("@hookform/resolvers/zod"),
      import("@/server/kernel/strings/plain-words"),
      fieldWordsIn(locale),
      brought(schema),
    ]);
    // The cast to `never` is needed, because TypeScript cannot infer the input and output types of a generic schema.
    const resolve = zodResolver<z.input<Schema> & FieldValues, unknown, z.output<Schema>>(loaded as never, {
      error: plainWords,
    });
    const result = await resolve(values, context, options);
    decode(result.errors, words);
    return result;
  };
