/** Request header of the console. Contains the tenant whose page is open; absent on pages of the platform. */
export const TENANT_HEADER = "x-castellan-tenant";
