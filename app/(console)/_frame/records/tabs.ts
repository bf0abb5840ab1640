import type { Capability } from "@/server/kernel/capabilities";

/** Tabs of a user: their paths below the address of the user, with the capability that each requires. */
export const userTabs = {
  "": "ManageUsers",
  "/roles": "ManageRoles",
  "/tags": "ManageRelationshipTags",
  "/fields": "ManageUsers",
  "/sessions": "ReadSessions",
  "/devices": "ManageAccessRules",
  "/apps": "ManageConnectedApps",
  "/risk": "ReadRiskSignals",
  "/rules": "ManageAccessRules",
  "/activity": "ReadAuditLog",
} as const satisfies Record<string, Capability>;

export const appTabs = {
  "": "RegisterApps",
  "/roles": "ManageRoles",
  "/access": "RegisterApps",
  "/claims": "RegisterApps",
  "/connectors": "ManageConnectors",
  "/people": "ManageConnectedApps",
  "/quick-start": "RegisterApps",
} as const satisfies Record<string, Capability>;

export const apiTabs = {
  "": "RegisterApps",
  "/scopes": "RegisterApps",
  "/apps": "RegisterApps",
  "/roles": "RegisterApps",
  "/claims": "RegisterApps",
} as const satisfies Record<string, Capability>;

/** Tab as the frame of a record shows it. */
export interface Tab<Path extends string = string> {
  path: Path;
  label: string;
}
