import { pixels, standard } from "./values";

const DEGREES: Record<string, number> = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 };
const ANGLE = /(?<![\d.])((?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?)(deg|grad|rad|turn)\b/gi;

/**
 * Converts an angle to degrees. Supports calc() (CSS Values Level 4 §7.1). A number without a unit is in degrees, as in SVG
 * attributes. Returns null for other values.
 */
export function degreesOf(text: string): number | null {
  const value = text.trim();
  const plain = Number(value);
  if (value !== "" && Number.isFinite(plain)) return plain;
  // Each angle is replaced by a length with the same number of pixels, because `pixels` can evaluate calc() for lengths only.
  const counted = value.replace(ANGLE, (_all, number: string, unit: string) => {
    const degrees = Number(number) * (DEGREES[unit.toLowerCase()] ?? 1);
    return `${degrees}px`;
  });
  return counted === value ? null : pixels(counted, standard);
}
