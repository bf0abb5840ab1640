import { platformAreas, tenantAreas } from "../../app/(console)/_frame/areas";
import { appTabs } from "../../app/(console)/[tenant]/apps/[appId]/app-tabs";
import { userTabs } from "../../app/(console)/[tenant]/users/[userId]/user-tabs";
import type { Seed } from "./test";

/** Pages below the areas, by area: details, tabs, and states worth a look. */
const tenantDetails = ({ tenants: [tenant], fixtures }: Seed): Record<string, string[]> => {
  const { userWithSessions, userWithDevices, userWithRisk, connectedApp, taggedUser } = fixtures;
  return {
    "": ["/account"],
    "/users": [
      "/users?search=nobody-at-all",
      ...userTabs.map(({ path }) => `/users/${tenant.owner.userId}${path}`),
      `/users/${userWithSessions}/sessions`,
      `/users/${userWithDevices}/devices`,
      `/users/${userWithRisk}/risk`,
      `/users/${connectedApp.userId}/apps`,
      `/users/${taggedUser.userId}?app=${taggedUser.appId}`,
    ],
    "/apps": [
      ...appTabs.map(({ path }) => `/apps/${connectedApp.appId}${path}`),
      `/apps/${taggedUser.appId}/access?person=${taggedUser.userId}`,
    ],
    "/administrators": ["/administrators?search=nobody-at-all"],
    "/invitations": ["/invitations?state=all"],
    "/scim": ["/scim/setup", "/scim/setup/entra-id", "/scim/setup/google", "/scim/log"],
    "/service-accounts": [`/service-accounts/${fixtures.serviceAccountWithApps.userId}`],
    "/tags": [`/tags/${fixtures.taggedUser.tagId}`],
    "/devices": ["/devices?status=denied"],
    "/sign-in-methods": [
      "/sign-in-methods?method=EmailOtp",
      "/sign-in-methods/providers/new",
      ...["ldap", "saml", "oidc"].map((kind) => `/sign-in-methods/providers/new?kind=${kind}`),
    ],
    "/security": [
      "/security/alerts",
      "/security/alerts?state=acknowledged",
      "/security/sessions",
      "/security/credentials",
      "/security/trusted-devices",
      "/security/mfa-resets",
    ],
    "/roles": [`/roles/${tenant.governedRoleId}`],
  };
};

const platformDetails = ({ tenants: [tenant] }: Seed): Record<string, string[]> => ({
  "/tenants": [`/tenants/${tenant.tenantId}`, "/account"],
});

/** Every page of an organization's console, by the sidebar's groups. */
export const tenantPages = (seed: Seed) =>
  tenantAreas.map(({ id, areas }) => ({
    id,
    paths: areas
      .flatMap(({ path }) => [path, ...(tenantDetails(seed)[path] ?? [])])
      .map((path) => `/${seed.tenants[0].slug}${path}`),
  }));

export const platformPages = (seed: Seed) =>
  platformAreas
    .flatMap(({ areas }) => areas)
    .flatMap(({ path }) => [path, ...(platformDetails(seed)[path] ?? [])])
    .map((path) => `/platform${path}`);
