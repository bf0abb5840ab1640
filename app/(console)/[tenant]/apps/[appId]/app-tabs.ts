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
