"use client";

import { useExtracted } from "next-intl";
import { useWatch } from "react-hook-form";
import { NumberField } from "@/components/form/form";
import { Box } from "@/components/ui/box";
import { NativeSelect } from "@/components/ui/input";
import { signInMethods, type RuleType } from "@/server/domain/access-rules/access-rules.schema";
import { useProofWords } from "../../_frame/sign-ins/sign-in-words";
import { CountryPicker } from "./country-picker";
import { LinesField, ValueField } from "./fields";
import { here, HoursFields } from "./hours-fields";
import { RegionField } from "./region-field";

const workdays = [1, 2, 3, 4, 5];

/** Returns the initial values of a type's fields. */
export function startOf(type: RuleType): Record<string, unknown> {
  switch (type) {
    case "country":
      return { effect: "allow", countries: [] };
    case "region":
      return { effect: "allow", regions: [] };
    case "ip":
      return { effect: "allow", cidrs: [] };
    case "hours":
      return { days: workdays, startTime: "08:00", endTime: "18:00", timeZoneId: here() };
    case "method":
      return { methods: [] };
    case "anonymizer":
      return {};
    case "sessions":
      return { maxSessions: 3 };
    case "sessionlength":
      return { maxSessionMinutes: 480 };
    case "devices":
      return { maxDevices: 3 };
  }
}

/** Fields that only this type of rule has. */
export function RuleFields({ type }: { type: RuleType }) {
  const t = useExtracted("access-rules");
  switch (type) {
    case "country":
      return (
        <>
          <EffectField
            allow={t("Let in only from these countries")}
            deny={t("Keep out from these countries")}
          />
          <CountriesField />
        </>
      );
    case "region":
      return (
        <>
          <EffectField allow={t("Let in only from these regions")} deny={t("Keep out from these regions")} />
          <RegionField />
        </>
      );
    case "ip":
      return (
        <>
          <EffectField
            allow={t("Let in only from these addresses")}
            deny={t("Keep out from these addresses")}
          />
          <LinesField
            name="cidrs"
            label={t("Addresses and ranges")}
            hint={t("One on each line, of IP version 4 or 6. A range is written with its prefix length.")}
            placeholder={"203.0.113.0/24\n2001:db8::/32"}
          />
        </>
      );
    case "hours":
      return <HoursFields />;
    case "method":
      return <MethodsField />;
    case "anonymizer":
      return null;
    case "sessions":
      return (
        <NumberField name="maxSessions" label={t("Sessions at once")} hint={t("1 to 50")} min={1} max={50} />
      );
    case "sessionlength":
      return (
        <NumberField
          name="maxSessionMinutes"
          label={t("Longest session (minutes)")}
          hint={t("1 to 43,200, which is 30 days; 480 is eight hours")}
          min={1}
          max={43_200}
        />
      );
    case "devices":
      return (
        <NumberField
          name="maxDevices"
          label={t("Devices of each person")}
          hint={t("1 to 20")}
          min={1}
          max={20}
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
      label={t("Ways to sign in that are let in")}
      hint={t("Other ways are refused. The second factor is not a way to sign in: this is about the first.")}
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
