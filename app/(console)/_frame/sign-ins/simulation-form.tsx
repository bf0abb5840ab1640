"use client";

import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { Form, SelectField, SubmitButton, TextField } from "@/components/form/form";
import { Button } from "@/components/ui/button";
import { signInMethods } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import { useProofWords } from "./sign-in-words";
import { simulation } from "./simulation";

const schema = async () => (await import("./simulation-schema")).SimulationInput;

/** Form for the place and the method of an assumed sign-in. The query of the page stores the values. */
export function SimulationForm() {
  const t = useExtracted("console");
  const methodWords = useProofWords();
  const [values, setValues] = useQueryStates(simulation, { history: "replace" });
  const { country, ip, method } = values;
  return (
    <Form
      key={JSON.stringify(values)}
      schema={schema}
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
          <Button onClick={() => void setValues(null)}>{t("Clear simulation")}</Button>
        )}
      </div>
    </Form>
  );
}
