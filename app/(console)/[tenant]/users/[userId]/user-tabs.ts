import type { Capability } from "@/server/kernel/capabilities";

/** The views of one person, below their own address. */
export const userTabs: { path: string; label: string; capability: Capability }[] = [
  { path: "", label: "Overview", capability: "ManageUsers" },
  { path: "/roles", label: "Roles", capability: "ManageRoles" },
  { path: "/tags", label: "Tags", capability: "ManageRelationshipTags" },
  { path: "/fields", label: "Custom fields", capability: "ManageUsers" },
  { path: "/sessions", label: "Sessions", capability: "ReadSessions" },
  { path: "/devices", label: "Devices", capability: "ManageAccessRules" },
  { path: "/apps", label: "Connected apps", capability: "ManageConnectedApps" },
  { path: "/risk", label: "Risk", capability: "ReadRiskSignals" },
  { path: "/rules", label: "Access rules", capability: "ManageAccessRules" },
  { path: "/activity", label: "Activity", capability: "ReadAuditLog" },
];
