import type { Face } from "./face";

/** Properties of a font that are the same in each PDF file that contains the font. */
interface Facts {
  name: string;
  descriptor: Record<string, unknown>;
}

/** The font tables that are read. The types of fontkit do not declare these tables. */
interface Tables {
  post?: { isFixedPitch?: number };
  head?: { macStyle?: { italic?: boolean } };
  "OS/2"?: { sFamilyClass?: number };
}

const known = new WeakMap<Face, Facts>();

const FIXED_PITCH = 1;
const SERIF = 1 << 1;
const SYMBOLIC = 1 << 2;
const SCRIPT = 1 << 3;
const ITALIC = 1 << 6;

function factsOf(face: Face): Facts {
  let facts = known.get(face);
  if (!facts) known.set(face, (facts = read(face)));
  return facts;
}

function read({ font }: Face): Facts {
  // The cast is needed because fontkit has the tables as properties that its types do not declare.
  const { post, head, "OS/2": os2 } = font as unknown as Tables;
  const scale = 1_000 / font.unitsPerEm;
  const family = (os2?.sFamilyClass ?? 0) >> 8;
  const { minX, minY, maxX, maxY } = font.bbox;
  return {
    name: (font.postscriptName || "Font").replace(/[^\w.+-]/g, "_").slice(0, 100),
    descriptor: {
      Type: "FontDescriptor",
      Flags:
        SYMBOLIC |
        (post?.isFixedPitch ? FIXED_PITCH : 0) |
        (family >= 1 && family <= 7 ? SERIF : 0) |
        (family === 10 ? SCRIPT : 0) |
        (head?.macStyle?.italic ? ITALIC : 0),
      FontBBox: [minX, minY, maxX, maxY].map((side) => side * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: (font.capHeight || font.ascent) * scale,
      XHeight: (font.xHeight || 0) * scale,
      StemV: 0,
    },
  };
}

/** Returns the PostScript name of a font. Replaces characters that are not allowed in PDF names. */
export const nameOf = (face: Face): string => factsOf(face).name;

/** Returns the entries of the font descriptor in a PDF file (ISO 32000-1 §9.8). */
export const descriptorOf = (face: Face): Record<string, unknown> => factsOf(face).descriptor;
