import { logicalShorthands } from "./logical";
import { as, borderOf, isColour, isLength, line, pair, perSide, type Longhand } from "./shorthands-kit";
import { commaParts, CORNERS, sides, SIDES, words } from "./values";

/* Expands shorthands into longhands. The cascade then compares only longhands. An invalid value expands to no longhands. */

const wide = /^(inherit|initial|unset|revert|revert-layer)$/;

function radius(value: string): Longhand[] {
  const all = sides(words(words(value, /\//)[0] ?? ""));
  return all ? CORNERS.map((corner, index) => [`border-${corner}-radius`, all[index]!]) : [];
}

const fontSize = /^(xx-small|x-small|small|medium|large|x-large|xx-large|xxx-large|smaller|larger)$/;

function font(value: string): Longhand[] {
  const all = words(value);
  const at = all.findIndex((word) => {
    const [first = ""] = word.split("/");
    return fontSize.test(first) || (isLength(first) && !/^[1-9]00$/.test(first));
  });
  const [size = "", attached] = (all[at] ?? "").split("/");
  const rest = all.slice(at + 1);
  const separate =
    rest[0] === "/" ? rest.splice(0, 2)[1] : rest[0]?.startsWith("/") ? rest.shift()?.slice(1) : undefined;
  if (at < 0 || rest.length === 0) return [];
  const before = all.slice(0, at);
  return [
    ["font-style", before.find((word) => /^(italic|oblique)$/.test(word)) ?? "normal"],
    [
      "font-weight",
      before.find((word) => /^(bold|bolder|lighter|[1-9]\d{0,2}|1000)$/.test(word)) ?? "normal",
    ],
    ["font-variant", before.find((word) => word === "small-caps") ?? "normal"],
    ["font-size", size],
    ["line-height", attached || separate || "normal"],
    ["font-family", rest.join(" ")],
  ];
}

/** Splits a word at its slash: `center/cover` becomes `center`, `/` and `cover`. Does not split a word with parentheses. */
const slashed = (word: string) => (word.includes("(") ? [word] : word.split(/(\/)/).filter(Boolean));

const noLayer = { image: "none", repeat: "repeat", position: "0% 0%", size: "auto" };

/** Expands `background`. Keeps the images of all layers and the colour of the last layer. */
function background(value: string): Longhand[] {
  const layers = commaParts(value);
  const found = Object.keys(noLayer).map((name): [string, string[]] => [name, []]);
  let color = "transparent";
  for (const [index, layer] of layers.entries()) {
    const own: Record<string, string> = { ...noLayer };
    const position: string[] = [];
    const repeat: string[] = [];
    let afterSlash: string[] | null = null;
    for (const word of words(layer).flatMap(slashed)) {
      const lower = word.toLowerCase();
      if (/^(url|(-webkit-)?(repeating-)?(linear|radial|conic)-gradient)\(/.test(lower)) {
        if (own["image"] === "none") own["image"] = word;
      } else if (lower === "/") afterSlash = [];
      else if (/^(repeat|no-repeat|repeat-x|repeat-y|space|round)$/.test(lower)) repeat.push(lower);
      else if (/^(scroll|fixed|local|border-box|padding-box|content-box|none)$/.test(lower)) continue;
      else if (afterSlash && (/^(cover|contain|auto)$/.test(lower) || isLength(lower)))
        afterSlash.push(lower);
      else if (/^(left|right|top|bottom|center)$/.test(lower) || isLength(lower)) position.push(lower);
      else if (isColour(lower) && index === layers.length - 1) color = lower;
      else return [];
    }
    if (position.length > 0) own["position"] = position.join(" ");
    if (repeat.length > 0) own["repeat"] = repeat.join(" ");
    if (afterSlash && afterSlash.length > 0) own["size"] = afterSlash.join(" ");
    for (const [name, values] of found) values.push(own[name]!);
  }
  return [
    ["background-color", color],
    ...found.map(([name, values]): Longhand => [`background-${name}`, values.join(", ")]),
  ];
}

function flex(value: string): Longhand[] {
  const all = words(value);
  if (value === "none")
    return [
      ["flex-grow", "0"],
      ["flex-shrink", "0"],
      ["flex-basis", "auto"],
    ];
  if (value === "auto")
    return [
      ["flex-grow", "1"],
      ["flex-shrink", "1"],
      ["flex-basis", "auto"],
    ];
  const numbers = all.filter((word) => /^[\d.]+$/.test(word));
  const basis = all.find((word) => !/^[\d.]+$/.test(word)) ?? (numbers.length > 2 ? "0px" : "0%");
  return [
    ["flex-grow", numbers[0] ?? "1"],
    ["flex-shrink", numbers[1] ?? "1"],
    ["flex-basis", basis],
  ];
}

function listStyle(value: string): Longhand[] {
  const all = words(value);
  const type = all.find((word) => !/^(inside|outside)$/.test(word) && !word.startsWith("url("));
  return [
    ["list-style-position", all.find((word) => /^(inside|outside)$/.test(word)) ?? "outside"],
    ["list-style-type", type ?? "disc"],
  ];
}

function decoration(value: string): Longhand[] {
  const all = words(value.toLowerCase());
  const lines = all.filter((word) => /^(none|underline|overline|line-through)$/.test(word));
  return [
    ["text-decoration-line", lines.join(" ") || "none"],
    [
      "text-decoration-style",
      all.find((word) => /^(solid|double|dotted|dashed|wavy)$/.test(word)) ?? "solid",
    ],
    ["text-decoration-color", all.find((word) => !lines.includes(word) && isColour(word)) ?? "currentcolor"],
  ];
}

const span =
  (axis: string) =>
  (value: string): Longhand[] => {
    const [start = "auto", end = "auto"] = value.split("/").map((part) => part.trim());
    return [
      [`grid-${axis}-start`, start],
      [`grid-${axis}-end`, end],
    ];
  };

function area(value: string): Longhand[] {
  const [rowStart = "auto", columnStart, rowEnd, columnEnd] = value.split("/").map((part) => part.trim());
  const named = /^[a-z_-][\w-]*$/i.test(rowStart) && rowStart !== "auto" ? rowStart : "auto";
  return [
    ["grid-row-start", rowStart],
    ["grid-column-start", columnStart ?? named],
    ["grid-row-end", rowEnd ?? named],
    ["grid-column-end", columnEnd ?? columnStart ?? named],
  ];
}

const template = (value: string): Longhand[] => {
  const [rows = "none", columns = "none"] = words(value, /\//);
  // In the value, a row height can follow the areas of each row.
  const areas = words(rows).filter((word) => /^["']/.test(word));
  const heights = rows.replace(/("[^"]*"|'[^']*')(\s*(?=["']|$))?/g, (_row, _names, bare?: string) =>
    bare === undefined ? "" : " auto ",
  );
  return [
    ["grid-template-areas", areas.join(" ") || "none"],
    ["grid-template-rows", heights.trim() || "none"],
    ["grid-template-columns", columns.trim()],
  ];
};

const breaks =
  (name: string) =>
  (value: string): Longhand[] => [[name, value === "always" ? "page" : value]];

const shorthands: Record<string, (value: string) => Longhand[]> = {
  margin: perSide((side) => `margin-${side}`),
  padding: perSide((side) => `padding-${side}`),
  inset: perSide((side) => side),
  border: borderOf(SIDES),
  "border-top": borderOf(["top"]),
  "border-right": borderOf(["right"]),
  "border-bottom": borderOf(["bottom"]),
  "border-left": borderOf(["left"]),
  outline: (value) =>
    Object.entries(
      line(value.replace(/\b(auto|invert)\b/i, (word) => (/auto/i.test(word) ? "solid" : ""))) ?? {},
    ).map(([part, found]) => [`outline-${part}`, found]),
  "border-width": perSide((side) => `border-${side}-width`),
  "border-style": perSide((side) => `border-${side}-style`),
  "border-color": perSide((side) => `border-${side}-color`),
  ...logicalShorthands,
  "border-radius": radius,
  font,
  background,
  flex,
  "flex-flow": (value) =>
    words(value).map((word) => [/wrap/.test(word) ? "flex-wrap" : "flex-direction", word]),
  "list-style": listStyle,
  "text-decoration": decoration,
  columns: (value) => {
    const count = words(value).find((word) => /^\d+$/.test(word));
    return count === undefined ? [] : [["column-count", count]];
  },
  gap: pair("row-gap", "column-gap"),
  "grid-gap": pair("row-gap", "column-gap"),
  "grid-row-gap": as("row-gap"),
  "grid-column-gap": as("column-gap"),
  "grid-column": span("column"),
  "grid-row": span("row"),
  "grid-area": area,
  "grid-template": template,
  "place-items": pair("align-items", "justify-items"),
  "place-content": pair("align-content", "justify-content"),
  "place-self": pair("align-self", "justify-self"),
  overflow: (value) => [["overflow", words(value)[0] ?? "visible"]],
  "overflow-x": as("overflow"),
  "overflow-y": as("overflow"),
  "page-break-before": breaks("break-before"),
  "page-break-after": breaks("break-after"),
  "page-break-inside": breaks("break-inside"),
  "word-wrap": as("overflow-wrap"),
  "-webkit-box-sizing": as("box-sizing"),
  "-moz-box-sizing": as("box-sizing"),
};

const expandedTo: Record<string, string[]> = {};

/** Expands a declaration into longhands. Returns a longhand unchanged. */
export function longhands(property: string, value: string): Longhand[] {
  const expand = Object.hasOwn(shorthands, property) ? shorthands[property] : undefined;
  if (!expand) return [[property, value]];
  const text = value.trim();
  if (!wide.test(text)) return expand(text);
  // A keyword such as `inherit` applies to all longhands of the shorthand. The expansion of any valid value has the names of
  // these longhands.
  expandedTo[property] ??= sample(expand);
  return expandedTo[property].map((name) => [name, text]);
}

const sample = (expand: (value: string) => Longhand[]) =>
  ["0", "none", "16px a"]
    .map(expand)
    .find((found) => found.length > 0)
    ?.map(([name]) => name) ?? [];
