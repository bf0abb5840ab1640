import { platformAreas, tenantAreas } from "../../app/(console)/_frame/areas";
import { userTabs } from "../../app/(console)/[tenant]/users/[userId]/user-tabs";
import type { Seed } from "./test";

/** Pages below the areas, by area: details, tabs, and states worth a look. */
const tenantDetails = ({ tenants: [tenant] }: Seed): Record<string, string[]> => ({
  "": ["/account"],
  "/users": [
    "/users?search=nobody-at-all",
    ...userTabs.map(({ path }) => `/users/${tenant.owner.userId}${path}`),
  ],
  "/roles": [`/roles/${tenant.governedRoleId}`],
});

const platformDetails = ({ tenants: [tenant] }: Seed): Record<string, string[]> => ({
  "/tenants": [`/tenants/${tenant.tenantId}`, "/account"],
});

/** Every page of an organization's console, by the sidebar's groups. */
export const tenantPages = (seed: Seed) =>
  tenantAreas.map(({ label, areas }) => ({
    label,
    paths: areas
      .flatMap(({ path }) => [path, ...(tenantDetails(seed)[path] ?? [])])
      .map((path) => `/${seed.tenants[0].slug}${path}`),
  }));

export const platformPages = (seed: Seed) =>
  platformAreas
    .flatMap(({ areas }) => areas)
    .flatMap(({ path }) => [path, ...(platformDetails(seed)[path] ?? [])])
    .map((path) => `/platform${path}`);
