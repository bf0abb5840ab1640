"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { LinkProgress } from "../link-progress";

/** Tabs that are links to the pages of one record. The address of the page determines the current tab. */
export function LinkTabs({ label, tabs }: { label: string; tabs: { label: string; href: string }[] }) {
  const pathname = usePathname();
  return (
    <nav aria-label={label} className="mb-5">
      <ul className={tabListClass}>
        {tabs.map((tab) => (
          <li key={tab.href} className="flex">
            <Link
              href={tab.href}
              aria-current={pathname === tab.href ? "page" : undefined}
              className={tabClass}
              ref={pathname === tab.href ? showInRow : null}
            >
              {tab.label}
              <LinkProgress />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** CSS classes of a row of tabs. A row that is wider than its container scrolls horizontally. */
export const tabListClass =
  "flex gap-1 overflow-x-auto overflow-y-hidden border-b border-line [scrollbar-width:none]";
export const tabClass =
  "-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2.5 font-medium whitespace-nowrap text-ink-soft -outline-offset-2 transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-ink marked:border-accent marked:text-ink forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-[Highlight] forced-colors:marked:border-[Highlight]";

/**
 * Ref for the current tab. Scrolls the row of tabs to centre the current tab, now and after each resize. The neighbouring tabs
 * are then visible. Scrolls without animation and does not scroll the page.
 */
export function showInRow(tab: HTMLElement | null) {
  const row = tab?.closest<HTMLElement>("ul, [role=tablist]");
  if (!tab || !row) return undefined;
  const middle = (element: HTMLElement) => {
    const { left, right } = element.getBoundingClientRect();
    return (left + right) / 2;
  };
  // The observer also runs once at the start, with the initial size.
  const observer = new ResizeObserver(() => {
    row.scrollLeft += middle(tab) - middle(row);
  });
  observer.observe(row);
  return () => observer.disconnect();
}
