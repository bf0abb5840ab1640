import { platformAreas, tenantAreas } from "../../app/(console)/_frame/areas";
import { apiTabs, appTabs, userTabs } from "../../app/(console)/_frame/records/tabs";
import type { Seed } from "./test";
import type { Things } from "./things";

/** The part of the seed that page URLs need. */
export interface PagesSeed {
  tenants: [
    Pick<Seed["tenants"][0], "tenantId" | "slug" | "governedRoleId"> & { owner: { userId: number } },
    ...unknown[],
  ];
  fixtures: Pick<
    Seed["fixtures"],
    | "userWithSessions"
    | "userWithDevices"
    | "userWithRisk"
    | "connectedApp"
    | "taggedUser"
    | "serviceAccountWithApps"
  >;
}

/** Returns the pages below the areas, by area: details, tabs, and special states. */
const tenantDetails = (
  { tenants: [tenant], fixtures }: PagesSeed,
  { templateId, webhookId, sourceId, providerId, importId, apiId }: Things,
): Record<string, string[]> => {
  const { userWithSessions, userWithDevices, userWithRisk, connectedApp, taggedUser } = fixtures;
  return {
    "": ["/account"],
    "/users": [
      "/users?search=nobody-at-all",
      ...Object.keys(userTabs).map((path) => `/users/${tenant.owner.userId}${path}`),
      `/users/${userWithSessions}/sessions`,
      `/users/${userWithDevices}/devices`,
      `/users/${userWithRisk}/risk`,
      `/users/${connectedApp.userId}/apps`,
      `/users/${taggedUser.userId}?app=${taggedUser.appId}`,
      `/users/${taggedUser.userId}/tags`,
      "/users/import",
      `/users/import/${importId}`,
    ],
    "/apps": [
      ...Object.keys(appTabs).map((path) => `/apps/${connectedApp.appId}${path}`),
      `/apps/${taggedUser.appId}/access?person=${taggedUser.userId}`,
    ],
    "/apis": Object.keys(apiTabs).map((path) => `/apis/${apiId}${path}`),
    "/administrators": ["/administrators?search=nobody-at-all"],
    "/invitations": ["/invitations?state=all"],
    "/scim": ["/scim/setup", "/scim/setup/entra-id", "/scim/setup/google", "/scim/log"],
    "/role-sync": [`/role-sync/${sourceId}`],
    "/webhooks": [`/webhooks/${webhookId}`, `/webhooks/${webhookId}?status=failed`],
    "/service-accounts": [`/service-accounts/${fixtures.serviceAccountWithApps.userId}`],
    "/tags": [`/tags/${fixtures.taggedUser.tagId}`],
    "/devices": ["/devices?status=denied"],
    "/sign-in-methods": [
      "/sign-in-methods?method=EmailOtp",
      "/sign-in-methods/providers/new",
      ...["ldap", "saml", "oidc"].map((kind) => `/sign-in-methods/providers/new?kind=${kind}`),
      `/sign-in-methods/providers/${providerId}`,
    ],
    "/security": [
      "/security/alerts",
      "/security/alerts?state=acknowledged",
      "/security/policy",
      "/security/sessions",
      "/security/credentials",
      "/security/trusted-devices",
      "/security/mfa-resets",
    ],
    "/roles": [`/roles/${tenant.governedRoleId}`],
    "/documents": [
      "/documents/new",
      "/documents/new?starter=invoice",
      `/documents/${templateId}`,
      "/documents/assets",
    ],
    "/audit": ["/audit?event=user_created", "/audit?event=nothing-like-it"],
  };
};

const platformDetails = ({ tenants: [tenant] }: PagesSeed): Record<string, string[]> => ({
  "/tenants": [`/tenants/${tenant.tenantId}`, "/tenants?search=nobody-at-all", "/account"],
  "/messages": ["/messages?state=failed"],
  "/audit": ["/audit?event=credential_created", "/audit?event=nothing-like-it"],
});

/** Returns every page of an organization's console, by the sidebar's groups. */
export const tenantPages = (seed: PagesSeed, things: Things) =>
  tenantAreas.map(({ id, areas }) => ({
    id,
    paths: areas
      .flatMap(({ path }) => [path, ...(tenantDetails(seed, things)[path] ?? [])])
      .map((path) => `/${seed.tenants[0].slug}${path}`),
  }));

/** Returns every page of the platform's console. */
export const platformPages = (seed: PagesSeed) =>
  platformAreas
    .flatMap(({ areas }) => areas)
    .flatMap(({ path }) => [path, ...(platformDetails(seed)[path] ?? [])])
    .map((path) => `/platform${path}`);

/** Returns a selection of wide layouts: a table, a form, a detail with facts, an editor, a map, charts, the log. */
export const widePages = (seed: PagesSeed, { templateId }: Things) => {
  const [{ slug, owner }] = seed.tenants;
  return [
    "",
    "/users",
    `/users/${owner.userId}`,
    "/access-rules",
    "/security",
    "/settings",
    `/documents/${templateId}`,
    "/audit",
  ].map((path) => `/${slug}${path}`);
};
