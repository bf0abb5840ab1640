import type { AssetType } from "./documents.schema";

/**
 * Returns the media type of a picture, as its first bytes show. Returns null for any other content. Ignores the type that the
 * sender declares.
 */
export function mediaTypeOf(bytes: Buffer): AssetType | null {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG)) return "image/png";
  if (bytes.length >= 4 && bytes.readUIntBE(0, 3) === 0xffd8ff) return "image/jpeg";
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  return isSvg(bytes) ? "image/svg+xml" : null;
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * Matches one permitted part of the text before the root element of an SVG: XML declaration, comment, doctype or white space.
 */
const PROLOGUE = /^(?:\s+|<\?[^>]{0,500}\?>|<!--[\s\S]{0,5000}?-->|<!DOCTYPE[^>[]{0,500}>)/i;

function isSvg(bytes: Buffer): boolean {
  let text = bytes.toString("utf8", 0, 20_000).replace(/^\uFEFF/, "");
  for (let found = PROLOGUE.exec(text); found; found = PROLOGUE.exec(text))
    text = text.slice(found[0].length);
  return /^<svg[\s>/]/i.test(text);
}
