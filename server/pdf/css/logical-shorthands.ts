import { as, borderOf, pair, type Longhand } from "./shorthands-kit";

/**
 * Shorthands of logical properties. Because text is horizontal, the block axis is from top to bottom, and its properties map to
 * physical properties here. The sides of the inline axis depend on `direction` and are mapped in server/pdf/css/logical.ts.
 */
export const logicalShorthands: Record<string, (value: string) => Longhand[]> = {
  "border-inline": borderOf(["inline-start", "inline-end"]),
  "border-inline-start": borderOf(["inline-start"]),
  "border-inline-end": borderOf(["inline-end"]),
  "border-block": borderOf(["top", "bottom"]),
  "border-block-start": borderOf(["top"]),
  "border-block-end": borderOf(["bottom"]),
  ...Object.fromEntries(
    ["width", "style", "color"].flatMap((part) => [
      [`border-inline-${part}`, pair(`border-inline-start-${part}`, `border-inline-end-${part}`)],
      [`border-block-${part}`, pair(`border-top-${part}`, `border-bottom-${part}`)],
      [`border-block-start-${part}`, as(`border-top-${part}`)],
      [`border-block-end-${part}`, as(`border-bottom-${part}`)],
    ]),
  ),
  ...Object.fromEntries(
    ["margin", "padding"].flatMap((property) => [
      [`${property}-inline`, pair(`${property}-inline-start`, `${property}-inline-end`)],
      [`${property}-block`, pair(`${property}-top`, `${property}-bottom`)],
      [`${property}-block-start`, as(`${property}-top`)],
      [`${property}-block-end`, as(`${property}-bottom`)],
    ]),
  ),
  "inset-inline": pair("inset-inline-start", "inset-inline-end"),
  "inset-block": pair("top", "bottom"),
  "inset-block-start": as("top"),
  "inset-block-end": as("bottom"),
  ...Object.fromEntries(
    ["", "min-", "max-"].flatMap((bound) => [
      [`${bound}inline-size`, as(`${bound}width`)],
      [`${bound}block-size`, as(`${bound}height`)],
    ]),
  ),
};
