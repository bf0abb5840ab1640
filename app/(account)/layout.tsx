import type { ReactNode } from "react";
import { Words } from "@/app/_words/words";

/** Layout of the pages for people who sign in to apps, and of their account. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return <Words of="hosted">{children}</Words>;
}
