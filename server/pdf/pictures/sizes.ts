import { pngOf, type Png } from "./png";

/** Kind and pixel size of a picture, read from the file header. */
export interface Facts {
  kind: "png" | "jpeg" | "other";
  width: number;
  height: number;
  /** Set for a PNG whose pixels must be unpacked before they are written to a PDF. */
  unpacked?: Png;
}

export function factsOf(bytes: Buffer): Facts | null {
  if (bytes.length > 24 && bytes.readUInt32BE(0) === 0x89504e47) return png(pngOf(bytes));
  if (bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8) return jpeg(bytes);
  const text = bytes.toString("latin1", 0, 16);
  if (/^GIF8/.test(text))
    return { kind: "other", width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  // The size of a WebP, AVIF or BMP picture is read after the conversion to PNG, not here.
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

/**
 * Reads the size from the frame header of a JPEG (ITU T.81 §B.2.2). If the picture is rotated by 90 degrees, swaps width and
 * height.
 */
function jpeg(bytes: Buffer): Facts | null {
  let at = 2;
  let onSide = false;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1]!;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      // Grey, YCbCr and CMYK: a PDF has no colour space for another number of components.
      if (![1, 3, 4].includes(bytes[at + 9]!)) return null;
      const [height, width] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7)];
      return onSide ? { kind: "jpeg", width: height, height: width } : { kind: "jpeg", width, height };
    }
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (marker === 0xe1) onSide ||= orientationIn(bytes.subarray(at + 4, end)) > 4;
    at = marker === 0xff ? at + 1 : end;
  }
  return null;
}

/**
 * Returns the Exif orientation, from 1 to 8. Returns 1 if there is no Exif data. With 5 to 8, the picture is rotated by 90
 * degrees (Exif 2.32 §4.6.4).
 */
function orientationIn(segment: Buffer): number {
  if (segment.toString("latin1", 0, 6) !== "Exif\0\0") return 1;
  const tiff = segment.subarray(6);
  const little = tiff.toString("latin1", 0, 2) === "II";
  const at = (place: number, size: 2 | 4): number => {
    if (place + size > tiff.length) return 0;
    return little ? tiff.readUIntLE(place, size) : tiff.readUIntBE(place, size);
  };
  const entries = at(4, 4);
  for (let index = 0; index < at(entries, 2); index++) {
    const entry = entries + 2 + index * 12;
    if (entry + 12 > tiff.length) break;
    if (at(entry, 2) === 0x0112) {
      const orientation = at(entry + 8, 2);
      return orientation <= 8 ? orientation : 1;
    }
  }
  return 1;
}
