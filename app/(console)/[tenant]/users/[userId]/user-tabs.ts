import type { Capability } from "@/server/kernel/capabilities";

/** Tabs of a user, with their paths below the address of the user. */
export const userTabs = [
  { path: "", capability: "ManageUsers" },
  { path: "/roles", capability: "ManageRoles" },
  { path: "/tags", capability: "ManageRelationshipTags" },
  { path: "/fields", capability: "ManageUsers" },
  { path: "/sessions", capability: "ReadSessions" },
  { path: "/devices", capability: "ManageAccessRules" },
  { path: "/apps", capability: "ManageConnectedApps" },
  { path: "/risk", capability: "ReadRiskSignals" },
  { path: "/rules", capability: "ManageAccessRules" },
  { path: "/activity", capability: "ReadAuditLog" },
] as const satisfies { path: string; capability: Capability }[];

export type UserTabPath = (typeof userTabs)[number]["path"];
