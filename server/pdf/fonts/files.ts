import { createRequire } from "node:module";
import path from "node:path";

/*
 * The bundled fonts. Arimo, Tinos and Cousine replace Arial, Times New Roman and Courier New. Lines break at the same
 * positions, because the letters have the same widths. The other fonts are fallbacks.
 */

const installed = createRequire(import.meta.url);

const four = (name: string, regular: string, bold: string, italic: string, boldItalic: string) =>
  [regular, bold, italic, boldItalic].map((file) => `${name}/${file}`);

const google = (name: string, font: string) =>
  four(
    `@expo-google-fonts/${name}`,
    `400Regular/${font}_400Regular.ttf`,
    `700Bold/${font}_700Bold.ttf`,
    `400Regular_Italic/${font}_400Regular_Italic.ttf`,
    `700Bold_Italic/${font}_700Bold_Italic.ttf`,
  );

const upright = (regular: string, bold: string) => [regular, bold, regular, bold];

/** Font files by name, in the order regular, bold, italic, bold italic. */
const files = {
  sans: google("arimo", "Arimo"),
  serif: google("tinos", "Tinos"),
  mono: google("cousine", "Cousine"),
  symbols: four(
    "dejavu-fonts-ttf/ttf",
    "DejaVuSans.ttf",
    "DejaVuSans-Bold.ttf",
    "DejaVuSans-Oblique.ttf",
    "DejaVuSans-BoldOblique.ttf",
  ),
  chinese: upright(
    "@embedpdf/fonts-sc/fonts/NotoSansHans-Regular.otf",
    "@embedpdf/fonts-sc/fonts/NotoSansHans-Bold.otf",
  ),
  korean: upright(
    "@embedpdf/fonts-kr/fonts/NotoSansKR-Regular.otf",
    "@embedpdf/fonts-kr/fonts/NotoSansKR-Bold.otf",
  ),
  emoji: upright(
    "@expo-google-fonts/noto-emoji/400Regular/NotoEmoji_400Regular.ttf",
    "@expo-google-fonts/noto-emoji/700Bold/NotoEmoji_700Bold.ttf",
  ),
};

export type Shipped = keyof typeof files;

export const isShipped = (name: string): name is Shipped => Object.hasOwn(files, name);

/** Returns the path of a bundled font. */
export function fileOf(name: Shipped, bold: boolean, italic: boolean): string {
  const file = files[name][(bold ? 1 : 0) + (italic ? 2 : 0)]!;
  // The field `exports` of the package can hide its font files from `resolve`, but not its main file.
  const [, owner = "", inside = ""] = /^(@embedpdf\/[^/]+)\/(.*)$/.exec(file) ?? [];
  return owner ? path.join(path.dirname(installed.resolve(owner)), "..", inside) : installed.resolve(file);
}

/** Returns the fallback fonts for a character in order of preference. */
export function fallbacks(code: number): Shipped[] {
  if (code >= 0x1f000 && code < 0x20000) return ["emoji", "symbols"];
  if ((code >= 0x600 && code < 0x780) || (code >= 0xfb50 && code < 0xff00)) return ["symbols", "chinese"];
  if (
    (code >= 0x1100 && code < 0x1200) ||
    (code >= 0x3130 && code < 0x3190) ||
    (code >= 0xa960 && code < 0xd800)
  )
    return ["korean", "chinese"];
  if (code >= 0x2e80) return ["chinese", "korean", "symbols", "emoji"];
  return ["sans", "symbols", "emoji", "chinese"];
}
