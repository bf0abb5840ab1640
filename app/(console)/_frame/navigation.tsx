import {
  Bot,
  Building2,
  House,
  KeyRound,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserCog,
  Users,
} from "lucide-react";
import type { ReactNode } from "react";
import type { Capability } from "@/server/kernel/capabilities";

interface Area {
  label: string;
  path: string;
  icon: ReactNode;
  capability: Capability;
}

const tenantAreas: { label: string; areas: Area[] }[] = [
  {
    label: "Organization",
    areas: [{ label: "Overview", path: "", icon: <House aria-hidden />, capability: "ReadOverview" }],
  },
  {
    label: "People and access",
    areas: [
      { label: "Users", path: "/users", icon: <Users aria-hidden />, capability: "ManageUsers" },
      { label: "Roles", path: "/roles", icon: <ShieldCheck aria-hidden />, capability: "ManageRoles" },
    ],
  },
  {
    label: "Machines",
    areas: [
      {
        label: "API access",
        path: "/api-access",
        icon: <KeyRound aria-hidden />,
        capability: "ManageCredentials",
      },
      {
        label: "Service accounts",
        path: "/service-accounts",
        icon: <Bot aria-hidden />,
        capability: "ManageServiceAccounts",
      },
    ],
  },
  {
    label: "What happened",
    areas: [
      { label: "Audit log", path: "/audit", icon: <ScrollText aria-hidden />, capability: "ReadAuditLog" },
    ],
  },
];

const platformAreas: { label: string; areas: Area[] }[] = [
  {
    label: "Platform",
    areas: [
      {
        label: "Organizations",
        path: "/tenants",
        icon: <Building2 aria-hidden />,
        capability: "CreateTenants",
      },
      {
        label: "Administrators",
        path: "/administrators",
        icon: <UserCog aria-hidden />,
        capability: "ManagePlatformAdministrators",
      },
      {
        label: "API access",
        path: "/api-access",
        icon: <KeyRound aria-hidden />,
        capability: "ManagePlatformCredentials",
      },
      {
        label: "Settings",
        path: "/settings",
        icon: <Settings2 aria-hidden />,
        capability: "ManagePlatformSettings",
      },
      {
        label: "Audit log",
        path: "/audit",
        icon: <ScrollText aria-hidden />,
        capability: "ReadPlatformAuditLog",
      },
    ],
  },
];

/** The areas that these capabilities open, grouped as the sidebar shows them. */
export function navigationFor(tenant: string | null, may: (capability: Capability) => boolean) {
  const base = tenant === null ? "/platform" : `/${tenant}`;
  return (tenant === null ? platformAreas : tenantAreas)
    .map(({ label, areas }) => ({
      label,
      items: areas
        .filter((area) => may(area.capability))
        .map(({ label, path, icon }) => ({ label, icon, href: base + path })),
    }))
    .filter(({ items }) => items.length > 0);
}
