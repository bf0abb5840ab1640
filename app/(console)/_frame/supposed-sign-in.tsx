"use client";

import { useExtracted } from "next-intl";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { signInMethods } from "@/server/domain/access-rules/kinds.schema";
import type { ExplainInput } from "@/server/domain/apps/explain.schema";
import { useProofWords } from "./sign-in-words";

const supposed = {
  country: parseAsString,
  ip: parseAsString,
  method: parseAsStringLiteral(signInMethods),
};

/** The empty choice of the list stands for what is not known. */
async function supposedForm() {
  const [{ z }, { ExplainInput: Input }] = await Promise.all([
    import("zod"),
    import("@/server/domain/apps/explain.schema"),
  ]);
  return Input.pick({ country: true, ip: true }).extend({ method: z.enum(["", ...signInMethods]) });
}

/** What is supposed of a sign-in, kept in the address; only what is known. */
export function useSupposed(): Pick<ExplainInput, "country" | "ip" | "method"> {
  const [{ country, ip, method }] = useQueryStates(supposed);
  return {
    ...(country !== null && { country }),
    ...(ip !== null && { ip }),
    ...(method !== null && { method }),
  };
}

/** Asks from where and how the sign-in would come, for rules that look at that. */
export function SupposedSignIn() {
  const t = useExtracted("console");
  const methodWords = useProofWords();
  const [values, setValues] = useQueryStates(supposed, { history: "replace" });
  const { country, ip, method } = values;
  return (
    <details open={Boolean(country ?? ip ?? method)} className="rounded-md border border-line">
      <summary className="cursor-default rounded-md px-3 py-2 text-sm font-medium hover:bg-sunken">
        {t("Suppose where and how they sign in")}
      </summary>
      <div className="border-t border-line p-3">
        <Form
          key={JSON.stringify(values)}
          schema={supposedForm}
          defaultValues={{ country: country ?? "", ip: ip ?? "", method: method ?? "" }}
          onSubmit={async (wanted) => {
            await setValues({
              country: wanted.country ?? null,
              ip: wanted.ip ?? null,
              method: wanted.method || null,
            });
          }}
        >
          <div className="grid gap-3 sm:grid-cols-3">
            <TextField
              name="country"
              label={t("Country")}
              optional
              hint={t("Two letters, such as DE")}
              maxLength={2}
            />
            <TextField name="ip" label={t("Address")} optional hint={t("Such as 203.0.113.7")} />
            <SelectField
              name="method"
              label={t("Method")}
              options={[
                { value: "", label: t("Not known") },
                ...signInMethods.map((value) => ({ value, label: methodWords(value) })),
              ]}
            />
          </div>
          <div className="flex gap-2">
            <SubmitButton variant="primary">{t("Check again")}</SubmitButton>
            {(country ?? ip ?? method) && (
              <Button onClick={() => void setValues(null)}>{t("Suppose nothing")}</Button>
            )}
          </div>
        </Form>
      </div>
    </details>
  );
}
