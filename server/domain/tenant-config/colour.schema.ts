/** Minimum contrast of text for level AA of WCAG 2. */
export const LEAST_CONTRAST = 4.5;

/** Returns the relative luminance of a colour in the form `#rgb` or `#rrggbb` (WCAG 2.2). */
function luminance(colour: string) {
  const digits = colour.slice(1);
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)!;
  const [red, green, blue] = pairs.map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Returns the contrast ratio of two colours (WCAG 2). The range is from 1 (equal colours) to 21 (black and white). */
export function contrast(one: string, other: string) {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

const WHITE = "#ffffff";
const BLACK = "#000000";

/**
 * Returns a readable text colour for a background. Returns white if the contrast of white is at least `LEAST_CONTRAST`.
 * Otherwise returns white or black, whichever has the higher contrast.
 */
export const inkOn = (ground: string) =>
  contrast(ground, WHITE) >= LEAST_CONTRAST || contrast(ground, WHITE) >= contrast(ground, BLACK)
    ? WHITE
    : BLACK;
