import type { ReactNode } from "react";
import { Words } from "@/app/_words/words";

/** The pages that people see before and beside their apps. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return <Words of="hosted">{children}</Words>;
}
