/*
 * The document is laid out as one long strip, and pages are parts of it. Page heights differ where @page gives the
 * first page, or left and right pages, other margins. Pages count from 0; places are in pixels.
 */

/** Tolerance for sums of heights. */
export const SLACK = 0.5;

export interface Pages {
  /** Returns the page of a place in the strip. */
  at: (y: number) => number;
  /** Returns the top of a page. */
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
      // A place above the strip counts as before the first page.
      return tops.findLastIndex((top) => top <= y + SLACK);
    },
    top: (page) => {
      reach(page);
      return tops[page] ?? 0;
    },
    height,
  };
}

/** Returns pages of these heights: the first may differ, the others are equal or alternate. */
export function pagesOf(height: (page: number) => number): Pages {
  const first = height(0);
  return height(1) === first && height(2) === first ? equal(first) : unequal(height);
}

export const pageTop = (y: number, pages: Pages) => pages.top(pages.at(y));
export const nextTop = (y: number, pages: Pages) => pages.top(pages.at(y) + 1);
/** Returns the height of the page after the one of this place. */
export const nextHeight = (y: number, pages: Pages) => pages.height(pages.at(y) + 1);
