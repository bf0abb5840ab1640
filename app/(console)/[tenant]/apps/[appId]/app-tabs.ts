import type { Capability } from "@/server/kernel/capabilities";

/** The views of one app, below its own address. */
export const appTabs: { path: string; label: string; capability: Capability }[] = [
  { path: "", label: "Settings", capability: "RegisterApps" },
  { path: "/roles", label: "App roles", capability: "ManageRoles" },
  { path: "/access", label: "Access", capability: "RegisterApps" },
  { path: "/connectors", label: "Connectors", capability: "ManageConnectors" },
  { path: "/people", label: "People", capability: "ManageConnectedApps" },
  { path: "/quick-start", label: "Quick start", capability: "RegisterApps" },
];
