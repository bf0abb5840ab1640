import type { Set } from "./line-box";

/* Leaders: patterns that are repeated to fill a line, for example dots (CSS Generated Content for Paged Media §4). */

/** Maximum number of repetitions. A line of a page needs less. */
const MOST = 500;

const isLeader = ({ piece }: Set): boolean => piece.kind === "text" && piece.box.isLeader === true;

/**
 * Returns the pieces of a line whose leaders share the free space `room`. The line begins at `left`. The patterns of all lines
 * are at multiples of their width from `origin`, so that they are below each other.
 */
export function withLeaders(set: Set[], room: number, left: number, origin: number): Set[] {
  const count = room > 0 ? set.filter(isLeader).length : 0;
  if (count === 0) return set;
  let x = left;
  return set.map((item) => {
    const result = isLeader(item) ? filled(item, x, item.width + room / count, origin) : item;
    x += result.width;
    return result;
  });
}

function filled(item: Set, x: number, room: number, origin: number): Set {
  const { piece, width } = item;
  if (piece.kind !== "text" || width <= 0) return item;
  const from = origin + Math.ceil((x - origin) / width - 0.01) * width;
  const count = Math.max(0, Math.min(MOST, Math.floor((x + room - from) / width + 0.01)));
  return { ...item, piece: { ...piece, text: piece.text.repeat(count) }, width: room, before: from - x };
}
