import type { ReactNode } from "react";
import { Words } from "@/app/_words/words";

/** Layout of the sign-in pages and the account pages. */
export default function HostedLayout({ children }: { children: ReactNode }) {
  return <Words of="hosted">{children}</Words>;
}
