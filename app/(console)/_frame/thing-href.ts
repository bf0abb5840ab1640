/** The pages of a tenant's things, by the kinds that the audit log names. */
const pages: Record<string, (id: string) => string> = {
  user: (id) => `/users/${id}`,
  user_import: (id) => `/users/import/${id}`,
  role: (id) => `/roles/${id}`,
  app: (id) => `/apps/${id}`,
  webhook: (id) => `/webhooks/${id}`,
  service_account: () => "/service-accounts",
  credential: () => "/api-access",
  scim_token: () => "/scim",
  tag: () => "/tags",
  invitation: () => "/invitations",
  domain: () => "/domain",
  document_template: (id) => `/documents/${id}`,
  document_asset: () => "/documents/assets",
};

/** Where the page of `kind:id` is; null where it has none. */
export const hrefOfThing = (tenant: string) => (ref: string) => {
  const colon = ref.indexOf(":");
  const page = pages[ref.slice(0, colon)];
  return page ? `/${tenant}${page(ref.slice(colon + 1))}` : null;
};
