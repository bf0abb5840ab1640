"use client";

import { useExtracted } from "next-intl";
import { useFormContext } from "react-hook-form";
import { TextField } from "@/components/form/form";
import { Callout } from "@/components/ui/feedback";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { contrast, inkOn, LEAST_CONTRAST } from "@/server/domain/tenant-config/colour.schema";
import { useTyped } from "./use-typed";

/**
 * Returns a function that formats a contrast ratio as `4.5:1`. The function rounds down, because a rounded-up ratio would be
 * false.
 */
function useRatio() {
  const locale = useDateLocale();
  return (value: number) =>
    `${(Math.floor(value * 10) / 10).toLocaleString(locale, { minimumFractionDigits: 1 })}:1`;
}

const NAME = "brandColor";
const EXAMPLE = "#00aa77";

/** Expands `#0a7` to `#00aa77`, because the browser's colour picker accepts only six digits. */
const sixDigits = (colour: string) =>
  colour.length === 4 ? `#${[...colour.slice(1)].map((digit) => digit + digit).join("")}` : colour;

/** Field for the brand colour. Warns if white text on the colour is hard to read. */
export function ColourField() {
  const t = useExtracted("branding");
  const ratio = useRatio();
  const { setValue } = useFormContext();
  const colour = useTyped()[NAME];
  const onWhite = colour === null ? null : contrast(colour, "#ffffff");
  return (
    <div className="space-y-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            name={NAME}
            label={t("Colour")}
            nullable
            placeholder={EXAMPLE}
            autoCapitalize="none"
            spellCheck={false}
            hint={t("Used for buttons and for the line above the card.")}
          />
        </div>
        <input
          type="color"
          aria-label={t("Pick the colour")}
          value={colour === null ? "#0d6b52" : sixDigits(colour)}
          onChange={(event) =>
            setValue(NAME, event.target.value, { shouldDirty: true, shouldValidate: true })
          }
          className="mt-6 h-9 w-12 shrink-0 cursor-pointer rounded-md border border-line-strong/60 bg-surface p-1"
        />
      </div>
      <div role="status">
        {colour !== null && onWhite !== null && onWhite < LEAST_CONTRAST ? (
          <Callout tone="warning" title={t("White text on this colour is hard to read")}>
            {t(
              "The contrast is {contrast}; at least {least} is needed. Buttons use black text instead ({instead}). For white text, choose a darker colour.",
              {
                contrast: ratio(onWhite),
                least: ratio(LEAST_CONTRAST),
                instead: ratio(contrast(colour, inkOn(colour))),
              },
            )}
          </Callout>
        ) : (
          onWhite !== null && (
            <p className="text-sm text-ink-soft">
              {t("White text on it reads well: contrast {contrast}.", { contrast: ratio(onWhite) })}
            </p>
          )
        )}
      </div>
    </div>
  );
}
