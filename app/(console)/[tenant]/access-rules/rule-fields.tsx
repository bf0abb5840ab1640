"use client";

import { useExtracted } from "next-intl";
import { useWatch } from "react-hook-form";
import { NumberField } from "@/components/form/form";
import { Box } from "@/components/ui/page/box";
import { NativeSelect } from "@/components/ui/input/input";
import type { RuleType } from "@/server/domain/access-rules/rule-types.schema";
import { signInMethods } from "@/server/domain/sign-in-methods/sign-in-methods.schema";
import { useProofWords } from "../../_frame/sign-ins/sign-in-words";
import { CountryPicker } from "./country-picker";
import { LinesField, ValueField } from "./fields";
import { HoursFields } from "./hours-fields";
import { RegionField } from "./region-field";
import { useRuleTypes, type FormField } from "./rule-types";

/** Fields for the definition of a rule of this type. */
export function RuleFields({ type }: { type: RuleType }) {
  const { fields } = useRuleTypes()[type];
  return fields.map((field) => (
    <RuleField key={"name" in field ? field.name : field.control} field={field} />
  ));
}

function RuleField({ field }: { field: FormField }) {
  switch (field.control) {
    case "effect":
      return <EffectField {...field} />;
    case "countries":
      return <CountriesField />;
    case "regions":
      return <RegionField />;
    case "hours":
      return <HoursFields />;
    case "methods":
      return <MethodsField />;
    case "lines":
      return (
        <LinesField name={field.name} label={field.label} hint={field.hint} placeholder={field.placeholder} />
      );
    case "number":
      return (
        <NumberField
          name={field.name}
          label={field.label}
          hint={field.hint}
          min={field.min}
          max={field.max}
        />
      );
  }
}

function EffectField({ allow, deny }: Record<"allow" | "deny", string>) {
  const t = useExtracted("access-rules");
  return (
    <ValueField<"allow" | "deny"> name="effect" label={t("Effect")}>
      {(value, change, attributes) => (
        <NativeSelect
          {...attributes}
          className="w-full"
          value={value}
          onChange={(event) => change(event.target.value as "allow" | "deny")}
        >
          <option value="allow">{allow}</option>
          <option value="deny">{deny}</option>
        </NativeSelect>
      )}
    </ValueField>
  );
}

function CountriesField() {
  const t = useExtracted("access-rules");
  const effect = useWatch({ name: "effect" }) as "allow" | "deny";
  return (
    <ValueField<string[] | undefined> name="countries" label={t("Countries")} group>
      {(value = [], change) => <CountryPicker chosen={value} onChange={change} effect={effect} />}
    </ValueField>
  );
}

function MethodsField() {
  const t = useExtracted("access-rules");
  const methodWords = useProofWords();
  return (
    <ValueField<string[] | undefined>
      name="methods"
      label={t("Allowed sign-in methods")}
      hint={t("Other methods are refused. This applies to the first factor, not to the second factor.")}
      group
    >
      {(value = [], change) => (
        <div className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2">
          {signInMethods.map((method) => (
            <label
              key={method}
              className="flex h-9 items-center gap-2.5 bg-surface px-3 hover:bg-sunken has-focus-visible:bg-sunken"
            >
              <Box
                checked={value.includes(method)}
                onChange={() =>
                  change(
                    value.includes(method) ? value.filter((other) => other !== method) : [...value, method],
                  )
                }
              />
              {methodWords(method)}
            </label>
          ))}
        </div>
      )}
    </ValueField>
  );
}
