import type { AppDetail } from "@/server/domain/apps/console.schema";
import type { Capability } from "@/server/kernel/capabilities";

/** Tabs of an app, with their paths below the address of the app. */
export const appTabs = [
  { path: "", capability: "RegisterApps" },
  { path: "/roles", capability: "ManageRoles" },
  { path: "/access", capability: "RegisterApps" },
  { path: "/connectors", capability: "ManageConnectors" },
  { path: "/people", capability: "ManageConnectedApps" },
  { path: "/quick-start", capability: "RegisterApps" },
] as const satisfies { path: string; capability: Capability }[];

export type AppTab = (typeof appTabs)[number]["path"];

type Signing = Pick<AppDetail, "serviceAccount" | "redirectUri">;

/** Returns true for a machine-to-machine app without user sign-in: it has a service account and no redirect URI. */
export const signsNobodyIn = ({ serviceAccount, redirectUri }: Signing) =>
  serviceAccount !== null && redirectUri === null;

const ofPeople: readonly AppTab[] = ["/access", "/connectors", "/people"];

/** Returns the tabs that have a meaning for the app. Tabs about users have none for an app without user sign-in. */
export const tabsOf = (app: Signing, tabs: AppTab[]) =>
  signsNobodyIn(app) ? tabs.filter((tab) => !ofPeople.includes(tab)) : tabs;
