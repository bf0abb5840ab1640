/** How tabs look, whether they are buttons or links. The row scrolls sideways where it is too narrow. */
export const tabListClass =
  "flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]";
export const tabClass =
  "-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink";
