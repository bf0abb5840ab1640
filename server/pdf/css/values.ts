/*
 * Values of CSS as points and as what react-pdf takes. What is not understood is left out: a declaration that a browser
 * would drop is dropped here too (CSS Syntax Level 3, error handling).
 */

const units: Record<string, number> = {
  px: 0.75,
  pt: 1,
  pc: 12,
  in: 72,
  cm: 72 / 2.54,
  mm: 72 / 25.4,
  q: 72 / 101.6,
};

export interface LengthContext {
  /** The element's font size and the document's, in points. */
  em: number;
  rem: number;
}

/** A length in points, or null. */
export function points(text: string, { em, rem }: LengthContext): number | null {
  const [, number, unit = ""] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/i.exec(text.trim()) ?? [];
  if (number === undefined) return null;
  const value = Number(number);
  const lower = unit.toLowerCase();
  if (value === 0) return 0;
  if (lower === "em") return value * em;
  if (lower === "rem") return value * rem;
  if (lower === "ex" || lower === "ch") return value * em * 0.5;
  const factor = units[lower];
  return factor === undefined ? null : value * factor;
}

/** A length in points or a percentage as text; null for neither. */
export function size(text: string, context: LengthContext): number | string | null {
  return /^-?[\d.]+%$/.test(text.trim()) ? text.trim() : points(text, context);
}

/** The words of a value; what stands in parentheses stays together. */
export const words = (text: string): string[] => text.match(/(?:[^\s(]+(?:\([^)]*\))?|\([^)]*\))+/g) ?? [];

/** One to four values, as for margins: top, right, bottom, left. */
export function sides(text: string): [string, string, string, string] {
  const [top = "0", right = top, bottom = top, left = right] = words(text);
  return [top, right, bottom, left];
}

const named = new Set(
  "aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white whitesmoke yellow yellowgreen".split(
    " ",
  ),
);

/** A colour as react-pdf takes it, or null for what is none (transparent among it). */
export function colour(text: string): string | null {
  const value = text.trim().toLowerCase();
  if (/^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(value)) return value;
  if (named.has(value)) return value === "rebeccapurple" ? "#663399" : value;
  const [, model, inside] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(value) ?? [];
  if (model === undefined || inside === undefined) return null;
  // Spaces instead of commas, and a slash before the alpha (CSS Color Level 4).
  const parts = inside
    .replace("/", " ")
    .split(/[\s,]+/)
    .filter(Boolean);
  if (parts.length < 3 || parts.some((part) => !/^-?[\d.]+(%|deg)?$/.test(part))) return null;
  const [a, b, c, alpha] = parts as [string, string, string, string?];
  return alpha === undefined
    ? `${model}(${a}, ${b}, ${c})`
    : `${model}a(${a}, ${b}, ${c}, ${alpha.endsWith("%") ? Number(alpha.slice(0, -1)) / 100 : alpha})`;
}
