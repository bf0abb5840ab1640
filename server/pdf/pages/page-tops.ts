/*
 * The document is laid out as one long strip, and pages are parts of it. Mostly those are of equal height; where rules give the
 * first page or those of one side other margins they are not. Pages count from 0, places are in pixels.
 */

/** Sums of the same parts differ by less. */
export const SLACK = 0.5;

export interface Pages {
  /** The page that holds this place of the strip. */
  at: (y: number) => number;
  /** Where a page begins. */
  top: (page: number) => number;
  height: (page: number) => number;
}

const equal = (height: number): Pages => ({
  at: (y) => Math.floor((y + SLACK) / height),
  top: (page) => page * height,
  height: () => height,
});

function unequal(height: (page: number) => number): Pages {
  const tops = [0];
  const reach = (page: number) => {
    while (tops.length <= page) tops.push(tops.at(-1)! + height(tops.length - 1));
  };
  return {
    at: (y) => {
      while (tops.at(-1)! <= y + SLACK) reach(tops.length);
      // What stands above the strip is on no page; as with equal ones, it counts as before the first.
      return tops.findLastIndex((top) => top <= y + SLACK);
    },
    top: (page) => {
      reach(page);
      return tops[page] ?? 0;
    },
    height,
  };
}

/** Pages of these heights. The first may be of its own; the others are alike, or alike in turn. */
export function pagesOf(height: (page: number) => number): Pages {
  const first = height(0);
  return height(1) === first && height(2) === first ? equal(first) : unequal(height);
}

export const pageTop = (y: number, pages: Pages) => pages.top(pages.at(y));
export const nextTop = (y: number, pages: Pages) => pages.top(pages.at(y) + 1);
/** The height of the page after the one that holds this place: what is pushed has so much room. */
export const nextHeight = (y: number, pages: Pages) => pages.height(pages.at(y) + 1);
