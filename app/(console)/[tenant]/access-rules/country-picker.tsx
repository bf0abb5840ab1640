"use client";

import dynamic from "next/dynamic";
import { Globe, List } from "lucide-react";
import { useExtracted, useLocale } from "next-intl";
import { useId, useState } from "react";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";
import { Chips } from "../../_frame/lists/chips";
import { europeanUnion, useCountries } from "../../_frame/words/countries";

// The map is loaded on demand, because the map is half of the page's size. The searchable list offers the same countries.
const WorldMap = dynamic(() => import("./world-map"), {
  ssr: false,
  loading: () => <Skeleton className="aspect-[2/1] h-auto" />,
});

interface Props {
  chosen: readonly string[];
  onChange: (codes: string[]) => void;
  /** Effect on the chosen countries: allowed or refused. */
  effect: "allow" | "deny";
}

/** Chooses countries from a searchable list or on a map. */
export function CountryPicker({ chosen, onChange, effect }: Props) {
  const t = useExtracted("access-rules");
  const locale = useLocale();
  const { countryName } = useCountries();
  const [onMap, setOnMap] = useState(false);
  const set = new Set(chosen);
  const toggle = (code: string) =>
    onChange(set.has(code) ? chosen.filter((other) => other !== code) : [...chosen, code]);
  const items = chosen
    .map((code) => ({ id: code, label: countryName(code) }))
    .sort((one, other) => one.label.localeCompare(other.label, locale));
  return (
    <div className="space-y-2.5">
      <div className="flex flex-wrap items-center gap-1.5">
        <span aria-live="polite" className="mr-auto text-sm text-ink-soft">
          {t("{count, plural, =0 {No country chosen} one {# country chosen} other {# countries chosen}}", {
            count: chosen.length,
          })}
        </span>
        <Button
          size="sm"
          variant="ghost"
          onClick={() => onChange([...new Set([...chosen, ...europeanUnion])])}
        >
          {t("Add the European Union")}
        </Button>
        <Button size="sm" variant="ghost" disabled={chosen.length === 0} onClick={() => onChange([])}>
          {t("Clear")}
        </Button>
        <Button size="sm" aria-pressed={onMap} onClick={() => setOnMap(!onMap)}>
          {onMap ? <List aria-hidden /> : <Globe aria-hidden />}
          {onMap ? t("List") : t("Map")}
        </Button>
      </div>
      <Chips label={t("Chosen countries")} items={items} onRemove={toggle} />
      {onMap ? (
        <WorldMap chosen={set} onToggle={toggle} effect={effect} />
      ) : (
        <CountryList chosen={set} onToggle={toggle} />
      )}
    </div>
  );
}

function CountryList({
  chosen,
  onToggle,
}: {
  chosen: ReadonlySet<string>;
  onToggle: (code: string) => void;
}) {
  const t = useExtracted("access-rules");
  const { countries } = useCountries();
  const [search, setSearch] = useState("");
  const id = useId();
  const needle = search.trim().toLowerCase();
  const shown = countries.filter(
    ({ code, name }) => name.toLowerCase().includes(needle) || code.toLowerCase() === needle,
  );
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Input
        aria-label={t("Search countries")}
        placeholder={t("Search countries, by name or code")}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
        // Enter must not submit the surrounding form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        autoComplete="off"
        spellCheck={false}
        className="rounded-none border-0 border-b border-line"
      />
      <ul className="grid max-h-48 grid-cols-1 overflow-y-auto sm:grid-cols-2" aria-label={t("Countries")}>
        {shown.map(({ code, name }) => (
          <li key={code}>
            <label
              htmlFor={`${id}-${code}`}
              className="flex h-8 items-center gap-2.5 px-3 hover:bg-sunken has-focus-visible:bg-sunken"
            >
              <Box id={`${id}-${code}`} checked={chosen.has(code)} onChange={() => onToggle(code)} />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="font-mono text-xs text-ink-faint">{code}</span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-3 py-6 text-center text-ink-soft">{t("No country found.")}</p>}
    </div>
  );
}
