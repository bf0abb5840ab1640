import { pngOf, type Png } from "./png";

/** What a picture's first bytes say: its kind, and how many pixels it has. Null for what is no picture. */
export interface Facts {
  kind: "png" | "jpeg" | "other";
  width: number;
  height: number;
  /** A PNG that has to be unpacked to be put into a PDF. */
  unpacked?: Png;
}

export function factsOf(bytes: Buffer): Facts | null {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47) return png(pngOf(bytes));
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes);
  const text = bytes.toString("latin1", 0, 16);
  if (/^GIF8/.test(text))
    return { kind: "other", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  // Their sizes are told by whoever turns them into PNG.
  if (/^RIFF....WEBP/s.test(text) || /^....ftypavi/s.test(text) || text.startsWith("BM"))
    return { kind: "other", width: 0, height: 0 };
  return null;
}

const png = (found: Png | null): Facts | null =>
  found && {
    kind: "png",
    width: found.width,
    height: found.height,
    ...(found.unpacked && { unpacked: found }),
  };

/** The frame header of a JPEG (ITU T.81 §B.2.2). */
function jpeg(bytes: Buffer): Facts | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { kind: "jpeg", height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
