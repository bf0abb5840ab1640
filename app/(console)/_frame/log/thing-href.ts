/** Pages of an organization's records by kind. For a record without a page, the page is the list of such records. */
const pages: Record<string, (id: string) => string> = {
  user: (id) => `/users/${id}`,
  user_import: (id) => `/users/import/${id}`,
  bulk_job: () => "/users",
  role: (id) => `/roles/${id}`,
  app: (id) => `/apps/${id}`,
  api: (id) => `/apis/${id}`,
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
 * Returns the reference of an account with the correct kind. The log contains `user:id` for both users and service accounts.
 * The caller takes the kind from the event or the credential.
 */
export const accountIn = (ref: string, isServiceAccount: boolean) =>
  isServiceAccount ? ref.replace(/^user:/, "service_account:") : ref;

/** Returns a function that converts `kind:id` to the address of a page. The function returns null for a kind without a page. */
export const hrefOfThing = (tenant: string) => (ref: string) => {
  const colon = ref.indexOf(":");
  const page = pages[ref.slice(0, colon)];
  return page ? `/${tenant}${page(ref.slice(colon + 1))}` : null;
};
