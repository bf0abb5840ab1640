"use client";

import { useLinkStatus } from "next/link";

/**
 * Progress line at the top of the window while the page of a Next link is loading. Render it inside the link. It appears after a
 * delay. It has no accessible name, so that the link keeps its own.
 */
export function LinkProgress() {
  return useLinkStatus().pending ? <span aria-hidden className="link-progress" /> : null;
}
