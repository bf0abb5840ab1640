"use client";

import { ChevronDown } from "lucide-react";
import { useWatch } from "react-hook-form";
import { NumberField } from "@/components/form/form";
import { Combobox } from "@/components/ui/combobox";
import { Input, inputClass, NativeSelect } from "@/components/ui/input";
import { signInMethods, type RuleType } from "@/server/domain/access-rules/access-rules.schema";
import { CountryPicker } from "./country-picker";
import { LinesField, ValueField } from "./fields";
import { RegionField } from "./region-field";
import { methodWords, weekdays } from "./words";

const workdays = [1, 2, 3, 4, 5];
const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the fields of a type hold at first. */
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

/** The fields that a type of rule has of its own. */
export function RuleFields({ type }: { type: RuleType }) {
  switch (type) {
    case "country":
      return (
        <>
          <EffectField what="countries" />
          <CountriesField />
        </>
      );
    case "region":
      return (
        <>
          <EffectField what="regions" />
          <RegionField />
        </>
      );
    case "ip":
      return (
        <>
          <EffectField what="addresses" />
          <LinesField
            name="cidrs"
            label="Addresses and ranges"
            hint="One on each line, of IP version 4 or 6. A range is written with its prefix length."
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
      return <NumberField name="maxSessions" label="Sessions at once" hint="1 to 50" min={1} max={50} />;
    case "sessionlength":
      return (
        <NumberField
          name="maxSessionMinutes"
          label="Longest session (minutes)"
          hint="1 to 43,200, which is 30 days; 480 is eight hours"
          min={1}
          max={43_200}
        />
      );
    case "devices":
      return <NumberField name="maxDevices" label="Devices of each person" hint="1 to 20" min={1} max={20} />;
  }
}

const EffectField = ({ what }: { what: string }) => (
  <ValueField<"allow" | "deny"> name="effect" label="Effect">
    {(value, change, attributes) => (
      <NativeSelect
        {...attributes}
        className="w-full"
        value={value}
        onChange={(event) => change(event.target.value as "allow" | "deny")}
      >
        <option value="allow">Let in only from these {what}</option>
        <option value="deny">Keep out from these {what}</option>
      </NativeSelect>
    )}
  </ValueField>
);

function CountriesField() {
  const effect = useWatch({ name: "effect" }) as "allow" | "deny";
  return (
    <ValueField<string[] | undefined> name="countries" label="Countries" group>
      {(value = [], change) => <CountryPicker chosen={value} onChange={change} effect={effect} />}
    </ValueField>
  );
}

function MethodsField() {
  return (
    <ValueField<string[] | undefined>
      name="methods"
      label="Ways to sign in that are let in"
      hint="Other ways are refused. The second factor is not a way to sign in: this is about the first."
      group
    >
      {(value = [], change) => (
        <div className="grid gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2">
          {signInMethods.map((method) => (
            <label
              key={method}
              className="flex h-9 items-center gap-2.5 bg-surface px-3 hover:bg-sunken has-focus-visible:bg-sunken"
            >
              <input
                type="checkbox"
                checked={value.includes(method)}
                onChange={() =>
                  change(
                    value.includes(method) ? value.filter((other) => other !== method) : [...value, method],
                  )
                }
                className="size-4 accent-[var(--accent)]"
              />
              {methodWords[method]}
            </label>
          ))}
        </div>
      )}
    </ValueField>
  );
}

function HoursFields() {
  return (
    <>
      <ValueField<number[] | undefined> name="days" label="Days" group>
        {(value = [], change) => (
          <div className="flex flex-wrap gap-1.5">
            {weekdays.map(({ day, name }) => (
              <label
                key={day}
                className="flex h-8 cursor-pointer items-center rounded-md border border-line px-2.5 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-[var(--ring)]"
              >
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={value.includes(day)}
                  onChange={() =>
                    change(value.includes(day) ? value.filter((other) => other !== day) : [...value, day])
                  }
                />
                <span aria-hidden>{name.slice(0, 3)}</span>
                <span className="sr-only">{name}</span>
              </label>
            ))}
          </div>
        )}
      </ValueField>
      <div className="grid grid-cols-2 gap-4">
        <TimeField name="startTime" label="From" hint="By the clocks of the time zone." />
        <TimeField name="endTime" label="To" hint="Before “From”: it ends the next morning." />
      </div>
      <ValueField<string | undefined> name="timeZoneId" label="Time zone">
        {(value, change, attributes) => (
          <Combobox
            trigger={
              <button
                type="button"
                {...attributes}
                className={inputClass("flex items-center justify-between gap-2 text-left [&_svg]:size-4")}
              >
                <span className="truncate">{value ?? "Choose a time zone"}</span>
                <ChevronDown aria-hidden className="shrink-0 text-ink-faint" />
              </button>
            }
            label="Find a time zone"
            placeholder="City or region…"
            search={(text) => Promise.resolve(timeZones(text))}
            onPick={({ id }) => change(id)}
          />
        )}
      </ValueField>
    </>
  );
}

const TimeField = ({ name, label, hint }: { name: string; label: string; hint: string }) => (
  <ValueField<string | undefined> name={name} label={label} hint={hint}>
    {(value, change, attributes) => (
      <Input
        {...attributes}
        type="time"
        value={value ?? ""}
        onChange={(event) => change(event.target.value)}
      />
    )}
  </ValueField>
);

/** The time zones whose name holds the text, with what their clocks show now. */
function timeZones(text: string) {
  const needle = text.toLowerCase().replaceAll(" ", "_");
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .filter((zone) => zone.toLowerCase().includes(needle))
    .slice(0, 60)
    .map((zone) => ({
      id: zone,
      label: zone.replaceAll("_", " "),
      hint: `Now ${new Date().toLocaleTimeString("en-GB", { timeZone: zone, hour: "2-digit", minute: "2-digit" })}`,
    }));
}
