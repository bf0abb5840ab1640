import { expect, it } from "vitest";
import * as z from "zod";
import { must } from "@/server/kernel/strings/must";
import { resolverFor } from "./resolver";

const schema = z.strictObject({
  name: z.string().min(1),
  count: z.int(),
  message: z.string(must("not_a_text")),
  days: z.array(z.int().max(6, must("not_in_range", { min: 0, max: 6 }))),
});

async function problems(locale: "en" | "de") {
  const values = { name: "", count: "x", message: 1, days: [1, 9] } as never;
  const options = { fields: {}, shouldUseNativeValidation: false };
  const { errors } = await resolverFor(schema, locale)(values, undefined, options);
  const { name, count, message, days } = errors as Record<string, { message?: string }> & {
    days: { message?: string }[];
  };
  return [name, count, message, days[1]].map((error) => error?.message);
}

it("decodes the errors of a form: messages of the schema and general messages", async () => {
  expect(await problems("en")).toEqual([
    "must not be empty",
    "must be a whole number",
    "must be a text",
    "must be a whole number from 0 to 6",
  ]);
  expect(await problems("de")).toEqual([
    "darf nicht leer sein",
    "muss eine ganze Zahl sein",
    "muss ein Text sein",
    "muss eine ganze Zahl von 0 bis 6 sein",
  ]);
});
