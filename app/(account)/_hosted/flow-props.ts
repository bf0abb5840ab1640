import type { SignInView } from "@/server/auth/sign-in/view";
import type { FlowBase } from "./flow-form";

/** Properties of one step of a sign-in. */
export interface StepProps {
  base: FlowBase;
  view: SignInView;
}

/** Properties of a whole sign-in, at any step. */
export interface FlowProps extends StepProps {
  /** Outcome of the last step, from the page's address (flow-words.ts). Null if there is none. */
  outcome: string | null;
  loginHint: string | null;
  mayBeRemembered: boolean;
  /** Address of the page for forgotten passwords. */
  recoverHref?: string | undefined;
}
