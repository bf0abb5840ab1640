/*
 * The floats of one block formatting context (CSS 2.2 §9.5).
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

  /** Returns the left and right limits of the space between floats, from `top` to `top` plus `height`. */
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

  /** Returns the first lower edge of a float below the position `top`. Returns null if no float ends below `top`. */
  nextBottom(top: number): number | null {
    let next: number | null = null;
    for (const { bottom } of this.placed) if (bottom > top && (next === null || bottom < next)) next = bottom;
    return next;
  }

  /** Adds a float at the first free position at or below `top`. Returns the position of its margin box. */
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

  /** Returns the lower edge of the floats on the sides that `clear` names. */
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
