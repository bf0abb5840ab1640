import { inflateSync } from "node:zlib";

/*
 * Checks PNG files before pdfkit unpacks them (PNG 3rd edition §5, §11), because pdfkit does not check the sizes in the header
 * of the file.
 */

export interface Png {
  width: number;
  height: number;
  /**
   * True if the pixels must be unpacked before they are written to a PDF. Transparent and interlaced pictures must be unpacked.
   */
  unpacked: boolean;
  /** Size of the unpacked pixels in bytes. Includes the filter byte of each line. */
  size: number;
  /** The compressed pixels. */
  packed: Buffer;
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Start and step of each pass of an interlaced picture: x, y, step in x, step in y (§8.1). */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** Reads the chunks of a PNG file. Returns null if the order of the chunks is invalid. */
export function pngOf(bytes: Buffer): Png | null {
  let found: (Omit<Png, "packed"> & { parts: Buffer[] }) | null = null;
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString("latin1", at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + 8 + length);
    if (at + 12 + length > bytes.length) return null;
    if ((type === "IHDR") !== (found === null)) return null;
    if (type === "IHDR") {
      const head = headOf(body);
      if (!head) return null;
      found = { ...head, parts: [] };
    } else if (type === "IDAT") found!.parts.push(body);
    else if (type === "tRNS") found!.unpacked = true;
    else if (type === "IEND") {
      const { parts, ...png } = found!;
      return { ...png, packed: Buffer.concat(parts) };
    }
    at += 12 + length;
  }
  return null;
}

function headOf(body: Buffer): Omit<Png, "packed"> | null {
  if (body.length !== 13) return null;
  const [width, height] = [body.readUInt32BE(0), body.readUInt32BE(4)];
  const [bits = 0, type = 0, , , interlaced = 0] = body.subarray(8);
  const channels = CHANNELS[type];
  if (channels === undefined || ![1, 2, 4, 8, 16].includes(bits) || interlaced > 1) return null;
  const lines = (across: number, down: number) =>
    across > 0 ? down * (1 + Math.ceil((across * channels * bits) / 8)) : 0;
  const size = interlaced
    ? PASSES.reduce(
        (sum, [x, y, dx, dy]) => sum + lines(Math.ceil((width - x) / dx), Math.ceil((height - y) / dy)),
        0,
      )
    : lines(width, height);
  return { width, height, unpacked: type >= 4 || interlaced === 1, size };
}

/** Returns true if the compressed pixels are valid and not larger than the size that follows from the header. */
export function unpacks({ packed, size }: Png): boolean {
  try {
    // The chunk size allows one chunk for the whole output. With several chunks, Node.js would need twice the memory to join
    // them.
    inflateSync(packed, { maxOutputLength: size, chunkSize: Math.max(64, size + 1) });
    return true;
  } catch {
    return false;
  }
}
