import { length, words, type Length, type LengthContext } from "./values";

/* The values of the grid properties (CSS Grid Layout Level 2 §7, §8). Subgrids and named lines are not supported. */

/** Maximum size of a track: a length, a share of the free space, or the size of the content. */
export type Breadth = Length | { fr: number } | "auto";

export interface TrackSize {
  least: Length | "auto";
  most: Breadth;
}

/**
 * `repeat(auto-fill, …)` or `repeat(auto-fit, …)`. The tracks are repeated as often as they fit into the container. `fit` is
 * true for `auto-fit`, which removes tracks without items (§7.2.3.2).
 */
interface AutoRepeat {
  repeated: readonly TrackSize[];
  fit: boolean;
}

export type TrackList = readonly (TrackSize | AutoRepeat)[];

export const noTracks: TrackList = [];

export const MOST_TRACKS = 200;

const isLength = (breadth: Breadth): breadth is Length =>
  typeof breadth === "number" || (typeof breadth === "object" && "px" in breadth);

/** Reads `grid-template-columns`, `grid-template-rows` or `grid-auto-rows`. */
export function tracksOf(value: string, { length: context }: { length: LengthContext }): TrackList {
  if (value === "none") return noTracks;
  const breadth = (word: string): Breadth => {
    const fr = /^([\d.]+)fr$/.exec(word)?.[1];
    return fr !== undefined ? { fr: Number(fr) } : (length(word, context) ?? "auto");
  };
  const track = (word: string): TrackSize => {
    const inside = /^minmax\(([\s\S]*)\)$/i.exec(word)?.[1];
    if (inside !== undefined) {
      const [least = "auto", most = "auto"] = words(inside, /,/).map((part) => breadth(part.trim()));
      return { least: isLength(least) ? least : "auto", most };
    }
    const most = /^fit-content/.test(word) ? "auto" : breadth(word);
    return { least: isLength(most) ? most : "auto", most };
  };
  const tracksIn = (text: string) =>
    words(text)
      .filter((word) => !word.startsWith("["))
      .map(track);
  const found: (TrackSize | AutoRepeat)[] = [];
  for (const word of words(value)) {
    const [, count, inside = ""] = /^repeat\(([^,]+),([\s\S]*)\)$/i.exec(word) ?? [];
    if (count === undefined) found.push(...tracksIn(word));
    else if (/^auto-fi/.test(count.trim()))
      found.push({ repeated: tracksIn(inside), fit: count.trim() === "auto-fit" });
    else {
      const repeated = tracksIn(inside);
      const times = Math.min(MOST_TRACKS, Math.max(1, Number(count) || 1));
      for (let index = 0; index < times; index++) found.push(...repeated);
    }
    if (found.length > MOST_TRACKS) break;
  }
  return found.slice(0, MOST_TRACKS);
}

export interface Area {
  row: number;
  column: number;
  rows: number;
  columns: number;
}

export type TemplateAreas = ReadonlyMap<string, Area>;

export const noAreas: TemplateAreas = new Map();

/** Reads `grid-template-areas`. Returns the position and size of each area by name. */
export function areasOf(value: string): TemplateAreas {
  const areas = new Map<string, Area>();
  const rows = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, one, other]) =>
    (one ?? other ?? "").trim().split(/\s+/),
  );
  for (const [row, names] of rows.entries())
    for (const [column, name] of names.entries()) {
      if (/^\.+$/.test(name)) continue;
      const area = areas.get(name);
      if (!area) areas.set(name, { row, column, rows: 1, columns: 1 });
      else {
        area.rows = row - area.row + 1;
        area.columns = column - area.column + 1;
      }
    }
  return areas;
}

/** A value of a property such as `grid-row-start`: the name of an area, the number of a line, or a count of tracks. */
export interface GridLine {
  name: string;
  /**
   * Number of the line. A positive number counts from the first line, starting at 1. A negative number counts from the last
   * line. Null if the value has no number.
   */
  number: number | null;
  /** Number of tracks after `span`. 0 if the value has no `span`. */
  span: number;
}

export const autoLine: GridLine = { name: "auto", number: null, span: 0 };

export const lineOf = (value: string): GridLine => ({
  name: value,
  number: /^-?\d{1,4}$/.test(value) ? Number(value) : null,
  span: Number(/^span\s+(\d{1,3})$/.exec(value)?.[1] ?? 0),
});

/** Reads `grid-auto-flow`. Ignores `dense`. */
export const autoFlowOf = (value: string): "row" | "column" => (value.includes("column") ? "column" : "row");
