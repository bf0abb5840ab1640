import type { BoxFragment } from "../layout/fragment";
import { reachOf } from "./order";

export interface Band {
  /**
   * `top` and `bottom` are the limits of the page in the document's layout. Painting adds `left` and `shift` to the positions
   * in the layout.
   */
  top: number;
  bottom: number;
  left: number;
  shift: number;
}

/** Returns the part of the page that repeated rows of a table leave for a row that continues from or on another page. */
export function bandOf(row: BoxFragment, top: number, band: Band): Band {
  const { above, below } = row.spared!;
  return {
    ...band,
    top: top < band.top - 0.5 ? band.top + above : band.top,
    bottom: top + reachOf(row).bottom > band.bottom + 0.5 ? band.bottom - below : band.bottom,
  };
}
