"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Input, NativeSelect } from "@/components/ui/input/input";
import { Chips } from "../../_frame/lists/chips";
import { useCountries } from "../../_frame/words/countries";
import { ValueField } from "./fields";

/** Field for regions. Each region is a country and the name of a region in it. */
export function RegionField() {
  const t = useExtracted("access-rules");
  const { countries, countryName } = useCountries();
  const [country, setCountry] = useState("");
  const [name, setName] = useState("");
  return (
    <ValueField<string[] | undefined>
      name="regions"
      label={t("Regions")}
      hint={t("Use English names, such as Bavaria or California. Case does not matter.")}
      group
    >
      {(value = [], change) => {
        const add = () => {
          if (country === "" || name.trim() === "") return;
          change([...new Set([...value, `${country}:${name.trim()}`])]);
          setName("");
        };
        return (
          <div className="space-y-2">
            <div className="flex flex-wrap gap-2">
              <NativeSelect
                aria-label={t("Country of the region")}
                className="min-w-40 flex-1"
                value={country}
                onChange={(event) => setCountry(event.target.value)}
              >
                <option value="">{t("Country…")}</option>
                {countries.map((option) => (
                  <option key={option.code} value={option.code}>
                    {option.name}
                  </option>
                ))}
              </NativeSelect>
              <Input
                aria-label={t("Name of the region")}
                placeholder={t("Region")}
                className="w-auto min-w-32 flex-1"
                maxLength={117}
                value={name}
                onChange={(event) => setName(event.target.value)}
                onKeyDown={(event) => {
                  if (event.key !== "Enter") return;
                  event.preventDefault();
                  add();
                }}
              />
              <Button className="h-9" disabled={country === "" || name.trim() === ""} onClick={add}>
                {t("Add region")}
              </Button>
            </div>
            <Chips
              label={t("Chosen regions")}
              items={value.map((region) => ({
                id: region,
                label: `${region.slice(3)}, ${countryName(region.slice(0, 2))}`,
              }))}
              onRemove={(region) => change(value.filter((other) => other !== region))}
            />
          </div>
        );
      }}
    </ValueField>
  );
}
