import type { Appearance } from "../../domain/tenant-config/tenant-config.schema";
import type { SignInView } from "../sign-in/view";

/** What somebody is on their way to; `appId` is null where it is their own account page. */
export interface EnteredApp {
  appId: number | null;
  name: string;
}

/** What a page of the hosted sign-in must show. */
export interface InteractionView {
  /** Who are you, may you, do you agree. */
  prompt: "login" | "access" | "consent";
  tenantId: number;
  /** The organization's name in addresses. */
  slug: string;
  app: EnteredApp;
  /** Who is signed in so far. */
  account: { email: string | null; name: string | null } | null;
  /** The address that stands in the form: what was typed before, or what the app knows. */
  loginHint: string | null;
  /** How the organization shows itself. */
  appearance: Appearance;
  /** What the app asks for. */
  scopes: string[];
  /** Whether the organization lets people stay signed in. */
  mayBeRemembered: boolean;
  /** The administrator who acts as the account, and why that does not open the app; null where nobody does. */
  acting: { by: string; until: Date; why: "elsewhere" | "unagreed" | null } | null;
  /** Where the sign-in stands; null once somebody is signed in. */
  signIn: SignInView | null;
}

/** What the page of a link that was sent shows. */
export interface LinkView {
  app: EnteredApp;
  appearance: Appearance;
  /** The browser that asked for it, another one that may answer for it, or another one that may not. */
  device: "same" | "other" | "barred";
}
