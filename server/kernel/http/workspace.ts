/** Request header of the console with the tenant of the page; absent for the platform. */
export const TENANT_HEADER = "x-castellan-tenant";
