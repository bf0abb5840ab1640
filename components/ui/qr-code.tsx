import { create } from "qrcode";

/** Width of the empty margin, in modules (ISO/IEC 18004 §6.3.8). */
const QUIET = 4;

/**
 * Shows a text as a QR code. The code is dark on a light background in every theme, because many scanners cannot read inverted
 * codes.
 */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = create(text, { errorCorrectionLevel: "M" }).modules;
  const dark = Array.from(data, (bit, at) =>
    bit ? `M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z` : "",
  ).join("");
  const side = size + 2 * QUIET;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-48 max-w-full rounded-md border border-line"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  );
}
