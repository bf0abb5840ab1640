"use client";

import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/form/form";
import { Callout } from "@/components/ui/feedback";
import { contrast, inkOn, LEAST_CONTRAST } from "@/server/domain/tenant-config/colour.schema";
import { useTyped } from "./use-typed";

const ratio = (value: number) => `${(Math.floor(value * 10) / 10).toFixed(1)}:1`;

/** `#0a7` as `#00aa77`: the browser's own picker takes no other. */
const sixDigits = (colour: string) =>
  colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour;

/** A colour, typed or picked, with a remark where white text on it would be hard to read. */
export function ColourField({ name, label }: { name: "brandColor"; label: string }) {
  const { setValue } = useFormContext();
  const colour = useTyped()[name];
  const onWhite = colour === null ? null : contrast(colour, "#ffffff");
  return (
    <div className="space-y-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            name={name}
            label={label}
            nullable
            placeholder="#00aa77"
            autoCapitalize="none"
            spellCheck={false}
            hint="Of buttons and of the line above the card."
          />
        </div>
        <input
          type="color"
          aria-label={`Pick the ${label.toLowerCase()}`}
          value={colour === null ? "#0d6b52" : sixDigits(colour)}
          onChange={(event) =>
            setValue(name, event.target.value, { shouldDirty: true, shouldValidate: true })
          }
          className="mt-6 h-9 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong/60 bg-surface p-1"
        />
      </div>
      <div role="status">
        {colour !== null && onWhite !== null && onWhite < LEAST_CONTRAST ? (
          <Callout tone="warning" title="White text on this colour is hard to read">
            It has a contrast of {ratio(onWhite)}; at least {ratio(LEAST_CONTRAST)} is needed. Buttons get
            black text instead ({ratio(contrast(colour, inkOn(colour)))}). For white text take a darker
            colour.
          </Callout>
        ) : (
          onWhite !== null && (
            <p className="text-sm text-ink-soft">White text on it reads well: contrast {ratio(onWhite)}.</p>
          )
        )}
      </div>
    </div>
  );
}
