import type { ReactNode } from "react";
import { frameOf } from "../_frame/frame-of";

export default function PlatformLayout({ children }: { children: ReactNode }) {
  return frameOf(null, children);
}
