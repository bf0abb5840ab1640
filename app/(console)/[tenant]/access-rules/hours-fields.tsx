"use client";

import { ChevronDown } from "lucide-react";
import { useExtracted } from "next-intl";
import { Combobox } from "@/components/ui/menu/combobox";
import { Input, inputClass } from "@/components/ui/input/input";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { ValueField } from "./fields";
import { useWeekdays } from "./rule-parts";

/** Fields for the days, the times and the time zone of an hours rule. */
export function HoursFields() {
  const t = useExtracted("access-rules");
  const locale = useDateLocale();
  const weekdays = useWeekdays();
  const timeZones = (text: string) =>
    zonesNamed(text).map((zone) => ({
      id: zone,
      label: zone.replaceAll("_", " "),
      hint: t("Now {time}", {
        time: new Date().toLocaleTimeString(locale, { timeZone: zone, hour: "2-digit", minute: "2-digit" }),
      }),
    }));
  return (
    <>
      <ValueField<number[] | undefined> name="days" label={t("Days")} group>
        {(value = [], change) => (
          <div className="flex flex-wrap gap-1.5">
            {weekdays.map(({ day, name, short }) => (
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
                <span aria-hidden>{short}</span>
                <span className="sr-only">{name}</span>
              </label>
            ))}
          </div>
        )}
      </ValueField>
      <div className="grid grid-cols-2 gap-4">
        <TimeField name="startTime" label={t("From")} hint={t("Local time in the time zone.")} />
        <TimeField
          name="endTime"
          label={t("To")}
          hint={t("Earlier than “From”: the period ends the next morning.")}
        />
      </div>
      <ValueField<string | undefined> name="timeZoneId" label={t("Time zone")}>
        {(value, change, attributes) => (
          <Combobox
            trigger={
              <button
                type="button"
                {...attributes}
                className={inputClass("flex items-center justify-between gap-2 text-left [&_svg]:size-4")}
              >
                <span className="truncate">{value ?? t("Choose a time zone")}</span>
                <ChevronDown aria-hidden className="shrink-0 text-ink-faint" />
              </button>
            }
            label={t("Find a time zone")}
            placeholder={t("City or region…")}
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

/** Returns up to 60 time zones whose names contain the text. */
function zonesNamed(text: string) {
  const needle = text.toLowerCase().replaceAll(" ", "_");
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")]
    .filter((zone) => zone.toLowerCase().includes(needle))
    .slice(0, 60);
}
