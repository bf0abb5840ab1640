import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { RequestedApi } from "./api-access";
import type { SignInView } from "../sign-in/view";

/** Target of a sign-in. `appId` is null for the user's own account page. */
export interface EnteredApp {
  appId: number | null;
  name: string;
}

/** Content of a page of the hosted sign-in. */
export interface InteractionView {
  /** The current prompt: sign-in, access decision or consent. */
  prompt: "login" | "access" | "consent";
  tenantId: number;
  /** The organization's name in URLs. */
  slug: string;
  app: EnteredApp;
  /** The user who is signed in so far. */
  account: { email: string | null; name: string | null } | null;
  /** Address to prefill: the one typed before, or the app's `login_hint`. */
  loginHint: string | null;
  /** Branding of the organization. */
  appearance: Appearance;
  /** Scopes that the app requests. */
  scopes: string[];
  /** APIs for which the app requests scopes. Empty before the consent. */
  apis: RequestedApi[];
  /** True if the organization allows users to stay signed in. */
  mayBeRemembered: boolean;
  /** The administrator who acts as the user, and the reason why the app does not open; null if no administrator acts. */
  acting: { by: string; until: Date; why: "elsewhere" | "unagreed" | null } | null;
  /** State of the sign-in; null after the user has signed in. */
  signIn: SignInView | null;
}

/** Content of the page of a link that was sent. */
export interface LinkView {
  app: EnteredApp;
  appearance: Appearance;
  /** The browser that opens the link: the one that requested it, another one that may approve it, or another one that may not. */
  device: "same" | "other" | "barred";
}
