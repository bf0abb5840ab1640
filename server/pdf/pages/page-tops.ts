/*
 * Positions of pages. A document is laid out in one long column without pages, and each page shows a part of this column. @page
 * rules can set other heights for the first page, or for left and right pages. Pages count from 0. Positions are in pixels.
 */

/** Tolerance in pixels when sums of heights are compared. */
export const SLACK = 0.5;

export interface Pages {
  /** Returns the number of the page that contains a vertical position. */
  at: (y: number) => number;
  /** Returns the vertical position at which the content of a page begins. */
  top: (page: number) => number;
  /** Returns the vertical position at which the content of a page ends. */
  end: (page: number) => number;
  height: (page: number) => number;
}

const equal = (height: number): Pages => ({
  at: (y) => Math.floor((y + SLACK) / height),
  top: (page) => page * height,
  end: (page) => (page + 1) * height,
  height: () => height,
});

function unequal(height: (page: number) => number): Pages {
  const tops = [0];
  const reach = (page: number) => {
    while (tops.length <= page) tops.push(tops.at(-1)! + height(tops.length - 1));
  };
  const top = (page: number) => {
    reach(page);
    return tops[page] ?? 0;
  };
  return {
    at: (y) => {
      while (tops.at(-1)! <= y + SLACK) reach(tops.length);
      // For a position above the first page, the result is -1.
      return tops.findLastIndex((top) => top <= y + SLACK);
    },
    top,
    end: (page) => top(page + 1),
    height,
  };
}

/** Returns pages whose content leaves `above` pixels free at the top and `below` pixels at the end of each page. */
export const narrowed = (pages: Pages, above: number, below: number): Pages => ({
  at: pages.at,
  top: (page) => pages.top(page) + above,
  end: (page) => pages.end(page) - below,
  height: (page) => pages.height(page) - above - below,
});

/**
 * Creates pages with these heights. The first page can have another height. The other pages have the same height or two
 * alternating heights.
 */
export function pagesOf(height: (page: number) => number): Pages {
  const first = height(0);
  return height(1) === first && height(2) === first ? equal(first) : unequal(height);
}

export const pageTop = (y: number, pages: Pages) => pages.top(pages.at(y));
export const pageEnd = (y: number, pages: Pages) => pages.end(pages.at(y));
export const nextTop = (y: number, pages: Pages) => pages.top(pages.at(y) + 1);
/** Returns the height of the page after the page that contains the position `y`. */
export const nextHeight = (y: number, pages: Pages) => pages.height(pages.at(y) + 1);
