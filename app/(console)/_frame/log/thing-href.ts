/** The pages of a tenant's things, by the kinds that the audit log names; where a thing has none, its list. */
const pages: Record<string, (id: string) => string> = {
  user: (id) => `/users/${id}`,
  user_import: (id) => `/users/import/${id}`,
  bulk_job: () => "/users",
  role: (id) => `/roles/${id}`,
  app: (id) => `/apps/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  service_account: (id) => `/service-accounts/${id}`,
  credential: () => "/api-access",
  scim_token: () => "/scim",
  tag: (id) => `/tags/${id}`,
  field: () => "/custom-fields",
  rule: () => "/access-rules",
  source: (id) => `/role-sync/${id}`,
  identity_provider: (id) => `/sign-in-methods/providers/${id}`,
  alert: () => "/security/alerts?state=all",
  device: () => "/devices",
  invitation: () => "/invitations",
  domain: () => "/domain",
  document_template: (id) => `/documents/${id}`,
  document_asset: () => "/documents/assets",
};

/**
 * The subject of an event by what it is: the log says `user:id` of service accounts, too, and tells them by the event, or
 * by the credential that acted.
 */
export const accountIn = (ref: string, isServiceAccount: boolean) =>
  isServiceAccount ? ref.replace(/^user:/, "service_account:") : ref;

/** Where the page of `kind:id` is; null where it has none. */
export const hrefOfThing = (tenant: string) => (ref: string) => {
  const colon = ref.indexOf(":");
  const page = pages[ref.slice(0, colon)];
  return page ? `/${tenant}${page(ref.slice(colon + 1))}` : null;
};
