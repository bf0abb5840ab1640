"use client";

import { useLinkStatus } from "next/link";

/**
 * Inside a link of Next's: a line along the top of the window while the page that it leads to is on its way, where that takes long
 * enough to be noticed. It has no name, so that the link keeps its own.
 */
export function OnItsWay() {
  return useLinkStatus().pending ? <span aria-hidden className="on-its-way" /> : null;
}
