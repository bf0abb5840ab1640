import type { SignInView } from "@/server/auth/sign-in/view";
import type { FlowBase } from "./flow-form";

/** Properties of the components for a single step of a sign-in. */
export interface StepProps {
  base: FlowBase;
  view: SignInView;
}

/** Properties of the components that render any step of a sign-in. */
export interface FlowProps extends StepProps {
  /** Outcome code of the last step, from the query of the page (flow-words.ts). Null if the query has no outcome. */
  outcome: string | null;
  loginHint: string | null;
  mayBeRemembered: boolean;
  /** Address of the page for forgotten passwords. */
  recoverHref?: string | undefined;
}
