"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { LinkProgress } from "../link-progress";
import { showInRow, tabClass, tabListClass } from "./tab-look";

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
