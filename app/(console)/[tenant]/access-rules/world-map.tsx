"use client";

import { geoEqualEarth, geoPath } from "d3-geo";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { feature } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import atlas from "world-atlas/countries-110m.json";
import { cn } from "@/components/ui/cn";
import { codeOfNumber, useCountries } from "../../_frame/words/countries";

const WIDTH = 720;
const HEIGHT = 350;

/** SVG paths of the countries on the map. */
const shapes = (() => {
  // The cast restores the literal types, because TypeScript infers `string` for literals in a JSON file.
  const topology = atlas as unknown as Topology<{ countries: GeometryCollection<{ name: string }> }>;
  const world = feature(topology, topology.objects.countries);
  // "Sphere" is the d3 extension of GeoJSON for the whole globe.
  const path = geoPath(geoEqualEarth().fitSize([WIDTH, HEIGHT], { type: "Sphere" }));
  return world.features.map((country, index) => ({
    key: index,
    code: country.id === undefined ? null : codeOfNumber(String(country.id)),
    d: path(country) ?? "",
  }));
})();

/**
 * Map to choose countries by clicking. The list next to the map also serves keyboard users, and contains countries that are too
 * small to draw.
 */
export default function WorldMap({
  chosen,
  onToggle,
  effect,
}: {
  chosen: ReadonlySet<string>;
  onToggle: (code: string) => void;
  effect: "allow" | "deny";
}) {
  const t = useExtracted("access-rules");
  const { countryName } = useCountries();
  const [pointed, setPointed] = useState<string | null>(null);
  return (
    <div className="rounded-md border border-line bg-sunken p-2">
      <svg aria-hidden viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="mx-auto h-auto w-full max-w-3xl">
        {shapes.map(({ key, code, d }) => (
          <path
            key={key}
            d={d}
            strokeWidth={0.5}
            className={cn(
              "stroke-[var(--sunken)]",
              code === null || !chosen.has(code)
                ? "fill-[var(--line-strong)] opacity-45"
                : effect === "allow"
                  ? "fill-[var(--accent)]"
                  : "fill-[var(--danger)]",
              code !== null && "cursor-pointer hover:opacity-75",
            )}
            {...(code !== null && {
              onClick: () => onToggle(code),
              onPointerEnter: () => setPointed(code),
              onPointerLeave: () => setPointed(null),
            })}
          />
        ))}
      </svg>
      <p className="text-center text-sm text-ink-soft">
        {pointed === null
          ? t("Click a country to choose it; small ones are only in the list.")
          : !chosen.has(pointed)
            ? countryName(pointed)
            : effect === "allow"
              ? t("{country}: allowed", { country: countryName(pointed) })
              : t("{country}: blocked", { country: countryName(pointed) })}
      </p>
    </div>
  );
}
