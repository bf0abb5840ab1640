/*
 * Floats of one block formatting context, and the room they leave (CSS 2.2 §9.5).
 */

interface Placed {
  left: number;
  right: number;
  top: number;
  bottom: number;
  side: "left" | "right";
}

export interface Band {
  left: number;
  right: number;
}

export class Floats {
  private readonly placed: Placed[] = [];
  private lowestTop = -Infinity;

  get isEmpty() {
    return this.placed.length === 0;
  }

  /** The room between floats from `top` down for `height`. */
  band(top: number, height: number, left: number, right: number): Band {
    const band = { left, right };
    const bottom = top + Math.max(height, 0.01);
    for (const float of this.placed) {
      if (float.bottom <= top || float.top >= bottom) continue;
      if (float.side === "left") band.left = Math.max(band.left, float.right);
      else band.right = Math.min(band.right, float.left);
    }
    return band;
  }

  /** Where the next float ends below `top`; null where none does. */
  nextBottom(top: number): number | null {
    let next: number | null = null;
    for (const { bottom } of this.placed) if (bottom > top && (next === null || bottom < next)) next = bottom;
    return next;
  }

  /** Places a float not above `top` within these sides; the place of its margin box. */
  place(side: "left" | "right", width: number, height: number, top: number, left: number, right: number) {
    let y = Math.max(top, this.lowestTop);
    for (;;) {
      const band = this.band(y, height, left, right);
      const next = band.right - band.left >= width - 0.01 ? null : this.nextBottom(y);
      if (next === null) {
        const x = side === "left" ? band.left : band.right - width;
        this.placed.push({ side, left: x, right: x + width, top: y, bottom: y + height });
        this.lowestTop = y;
        return { x, y };
      }
      y = next;
    }
  }

  /** Below which a box that clears these floats begins. */
  clearance(clear: "none" | "left" | "right" | "both"): number {
    let lowest = -Infinity;
    if (clear !== "none")
      for (const { side, bottom } of this.placed)
        if (clear === "both" || clear === side) lowest = Math.max(lowest, bottom);
    return lowest;
  }

  get bottom(): number {
    return this.clearance("both");
  }
}
