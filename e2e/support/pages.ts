import { platformAreas, tenantAreas } from "../../app/(console)/_frame/areas";
import type { Seed } from "./test";

/** Pages below the areas, by area: details, tabs, and states worth a look. */
const tenantDetails = ({ tenants: [tenant], fixtures }: Seed): Record<string, string[]> => ({
  "": ["/account"],
  "/users": [`/users/${tenant.owner.userId}`, "/users?search=nobody-at-all"],
  "/administrators": ["/administrators?search=nobody-at-all"],
  "/invitations": ["/invitations?state=all"],
  "/scim": ["/scim/setup", "/scim/setup/entra-id", "/scim/setup/google", "/scim/log"],
  "/service-accounts": [`/service-accounts/${fixtures.serviceAccountWithApps.userId}`],
  "/tags": [`/tags/${fixtures.taggedUser.tagId}`],
  "/devices": ["/devices?status=denied"],
  "/sign-in-methods": ["/sign-in-methods?method=EmailOtp"],
  "/security": [
    "/security/alerts",
    "/security/alerts?state=acknowledged",
    "/security/sessions",
    "/security/credentials",
    "/security/trusted-devices",
    "/security/mfa-resets",
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
