/** The request header by which the console says which tenant a page is about; without it, the platform. */
export const TENANT_HEADER = "x-castellan-tenant";
