import { longhands } from "./shorthands";
import { inheritedStyle, initial, setters, undeclaredBorder, type Context, type Style } from "./style";
import type { Declaration } from "./declarations";
import type { Registered } from "./sheet";
import type { Matched } from "./cascade";
import { blockified, isFlex, isGrid, isTable } from "./display";
import { colour, transparent, type Colour } from "./colour";
import { commaParts, eachSide, words } from "./values";

export type Variables = ReadonlyMap<string, string>;

export interface Styled {
  style: Style;
  /** Custom properties of the element, including inherited custom properties. */
  variables: Variables;
}

interface Surroundings {
  pageWidth: number;
  pageHeight: number;
  /** Family names that @font-face rules define. */
  faces: ReadonlySet<string>;
  /** Custom properties that @property rules register. */
  properties: readonly Registered[];
}

/**
 * Replaces each var() in a value (CSS Custom Properties Level 1). Returns null if a variable is unknown and has no fallback.
 */
function withoutVariables(value: string, variables: Variables): string | null {
  let text = value;
  // Each pass replaces the innermost var(). The maximum number of passes ends circular references.
  for (let pass = 0; pass < 32 && text.includes("var("); pass++) {
    let missing = false;
    text = text.replace(
      /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/g,
      (_all, name: string, fallback?: string) => {
        const found = variables.get(name) ?? fallback?.trim();
        if (found === undefined) missing = true;
        return found ?? "";
      },
    );
    if (missing || text.length > 10_000) return null;
  }
  return text.includes("var(") ? null : text;
}

/**
 * Resolves variables and shorthands. For each property, returns all values in ascending order of precedence. The caller uses
 * the last valid value.
 */
function winningValues(declarations: Declaration[], variables: Variables): Map<string, string[]> {
  const won = new Map<string, string[]>();
  const put = (property: string, value: string) => {
    const before = won.get(property);
    if (!before) return won.set(property, [value]);
    // Moves the property to the end of the map. Properties are applied in the order of their last declarations, because some
    // properties depend on others.
    won.delete(property);
    before.push(value);
    return won.set(property, before);
  };
  for (const { property, value } of declarations) {
    if (property.startsWith("--")) continue;
    if (!value.includes("var(")) put(property, value);
    else {
      const text = withoutVariables(value, variables);
      if (text !== null) for (const [name, part] of longhands(property, text)) put(name, part);
    }
  }
  return won;
}

const FIRST = ["font-size", "color", "direction"];

/** Indexes the registered custom properties by name. `single` contains the properties that are not inherited. */
function registry(properties: readonly Registered[]) {
  const initials = new Map<string, string>();
  const single = new Set<string>();
  // If a name is registered several times, the last registration applies.
  for (const { name, inherits, initial: value } of properties) {
    if (value === null) initials.delete(name);
    else initials.set(name, value);
    if (inherits) single.delete(name);
    else single.add(name);
  }
  // Initial variables by the variables of the parent. The cache is needed because a style sheet can register a hundred
  // properties, and every element starts with these properties.
  const known = new WeakMap<Variables, Variables>();
  const begin = (parent: Variables): Variables => {
    const next = new Map([...parent].filter(([name]) => !single.has(name)));
    for (const [name, value] of initials) if (!next.has(name)) next.set(name, value);
    const same = next.size === parent.size && [...next].every(([name, value]) => parent.get(name) === value);
    return same ? parent : next;
  };
  return {
    /** Returns the variables of an element before its own declarations are applied. */
    initialVariables: (parent: Variables): Variables => {
      if (properties.length === 0) return parent;
      let found = known.get(parent);
      if (!found) known.set(parent, (found = begin(parent)));
      return found;
    },
    initials,
  };
}

/** Creates the function that computes styles. Caches the style of equal declarations under the same parent. */
export function createComputer(surroundings: Surroundings) {
  const known = new WeakMap<Style, Map<string, Styled>>();
  const { initialVariables, initials } = registry(surroundings.properties);
  let rootSize = initial.fontSize;

  function compute(declarations: Declaration[], parent: Styled, isRoot: boolean): Styled {
    const own = declarations.filter(({ property }) => property.startsWith("--"));
    let variables = initialVariables(parent.variables);
    if (own.length > 0) {
      const next = new Map(variables);
      for (const { property, value } of own)
        if (value.toLowerCase() !== "initial") next.set(property, value);
        else if (initials.has(property)) next.set(property, initials.get(property)!);
        else next.delete(property);
      variables = next;
    }
    const style = inheritedStyle(parent.style);
    style.border = undeclaredBorder;
    const context: Context = {
      parent: parent.style,
      faces: surroundings.faces,
      length: {
        em: parent.style.fontSize,
        rem: rootSize,
        vw: surroundings.pageWidth,
        vh: surroundings.pageHeight,
      },
    };
    const won = winningValues(declarations, variables);
    const apply = (property: string, values: string[]) => {
      const set = Object.hasOwn(setters, property) ? setters[property] : undefined;
      if (set) values.findLast((value) => set(style, value, context));
    };
    for (const property of FIRST) {
      const values = won.get(property);
      if (values) apply(property, values);
    }
    // The default font size of browsers is 13px for monospace text, and 16px for other text (HTML Living Standard, Rendering).
    if (
      !won.has("font-size") &&
      won.get("font-family")?.at(-1) === "monospace" &&
      style.fontSize === initial.fontSize
    )
      style.fontSize = 13;
    context.length.em = style.fontSize;
    if (isRoot) context.length.rem = rootSize = style.fontSize;
    for (const [property, values] of won) if (!FIRST.includes(property)) apply(property, values);
    return { style: adjusted(style, parent.style), variables };
  }

  return {
    /** Returns the declared values of an element as texts. Used for elements without boxes, such as parts of an SVG drawing. */
    declared: ({ declarations }: Matched, { variables }: Styled): ReadonlyMap<string, string> =>
      new Map(
        [...winningValues(declarations, variables)].map(([property, values]) => [
          property,
          values.at(-1) ?? "",
        ]),
      ),
    styleOf: ({ declarations, signature }: Matched, parent: Styled, isRoot = false): Styled => {
      let children = known.get(parent.style);
      if (!children) known.set(parent.style, (children = new Map<string, Styled>()));
      let found = children.get(signature);
      if (!found) children.set(signature, (found = compute(declarations, parent, isRoot)));
      else if (isRoot) rootSize = found.style.fontSize;
      return found;
    },
  };
}

export type Computer = ReturnType<typeof createComputer>;

/** Adjusts the properties that depend on other properties (CSS 2.2 §9.7, §8.5.3). */
function adjusted(style: Style, parent: Style): Style {
  style.border =
    style.border === undeclaredBorder
      ? initial.border
      : eachSide(style.border, (edge) =>
          edge.style === "none" || edge.style === "hidden" ? { ...edge, width: 0 } : edge,
        );
  style.transform = transformOf(style);
  if (style.clipsToText) {
    // A gradient inside letters is not supported. Transparent text with `background-clip: text` would be invisible. Therefore,
    // such text gets the first colour of the gradient.
    const through = firstColour(style);
    if (style.color.alpha === 0 && through) style.color = through;
    style.backgroundImage = "none";
    style.backgroundColor = transparent;
  }
  if (style.position === "absolute" || style.position === "fixed") style.float = "none";
  const outOfLine = style.float !== "none" || style.position === "absolute" || style.position === "fixed";
  const item = isFlex(parent.display) || isGrid(parent.display);
  if (item) style.float = "none";
  // An align attribute around a table moves the whole table. The attribute does not change the text alignment in the table.
  if (style.blockAlign !== "start" && isTable(style.display)) {
    style.blockAlign = "start";
    style.textAlign = "start";
  }
  if (outOfLine || item) style.display = blockified(style.display);
  // With line-clamp, a `-webkit-box` is a block and not a flex container (CSS Overflow Level 4 §5.1).
  if (style.lineClamp > 0 && style.display === "flex") style.display = "flow-root";
  // The margins of an item's children do not leave the item (CSS Flexible Box Layout §4, CSS Grid Layout §6).
  if (item && style.display === "block") style.display = "flow-root";
  return style;
}

function firstColour({ backgroundImage, backgroundColor, color }: Style): Colour | null {
  const rest = /gradient\(([\s\S]*)/i.exec(backgroundImage)?.[1] ?? "";
  const inside = rest.endsWith(")") ? rest.slice(0, -1) : "";
  for (const word of commaParts(inside).flatMap((part) => words(part))) {
    const found = colour(word, color);
    if (found && found.alpha > 0) return found;
  }
  return backgroundColor.alpha > 0 ? backgroundColor : null;
}

/** Joins `translate`, `rotate`, `scale` and `transform` to one transform list (CSS Transforms Level 2 §5). */
function transformOf({ translate, rotate, scale, transform }: Style): string {
  const steps = Object.entries({ translate, rotate, scale }).flatMap(([name, value]) =>
    value === "none" ? [] : [`${name}(${words(value).slice(0, 2).join(",")})`],
  );
  if (steps.length === 0) return transform;
  return transform === "none" ? steps.join(" ") : `${steps.join(" ")} ${transform}`;
}
