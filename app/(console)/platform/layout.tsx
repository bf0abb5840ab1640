import type { ReactNode } from "react";
import { Words } from "@/app/_words/words";
import { frameOf } from "../_frame/frame-of";

export default function PlatformLayout({ children }: { children: ReactNode }) {
  return frameOf(null, <Words of={["platform", "factor-kinds"]}>{children}</Words>);
}
