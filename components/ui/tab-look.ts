/** How tabs look, whether they are buttons or links. The row scrolls sideways where it is too narrow. */
export const tabListClass =
  "flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]";
export const tabClass =
  "-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink marked:border-accent marked:text-ink";

/**
 * A ref for the present tab: where the row is too narrow for all, it stands in the row's middle, so that its neighbours show
 * that there are more, also when the row becomes narrower. Only the row moves, and at once; the page stays where it is.
 */
export function showInRow(tab: HTMLElement | null) {
  const row = tab?.closest<HTMLElement>("ul, [role=tablist]");
  if (!tab || !row) return undefined;
  const middle = (element: HTMLElement) => {
    const { left, right } = element.getBoundingClientRect();
    return (left + right) / 2;
  };
  // Tells of the width that the row has now, too.
  const observer = new ResizeObserver(() => {
    row.scrollLeft += middle(tab) - middle(row);
  });
  observer.observe(row);
  return () => observer.disconnect();
}
