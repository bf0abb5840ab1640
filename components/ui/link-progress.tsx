"use client";

import { useLinkStatus } from "next/link";

/**
 * Progress line at the top of the window while the page of a Next.js link is loading. Render this component inside the link.
 * The line appears after a delay. The line has no accessible name, because the name would become a part of the link's name.
 */
export function LinkProgress() {
  return useLinkStatus().pending ? <span aria-hidden className="link-progress" /> : null;
}
