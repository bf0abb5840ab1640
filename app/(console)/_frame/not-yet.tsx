import type { ReactNode } from "react";
import { Callout } from "@/components/ui/feedback";

/** Says of settings that are kept, but that nothing acts on so far, that they are just that. */
export const NotYet = ({ children }: { children: ReactNode }) => (
  <div className="mb-4 max-w-5xl">
    <Callout tone="warning" title="Kept, but not in effect yet">
      {children}
    </Callout>
  </div>
);
