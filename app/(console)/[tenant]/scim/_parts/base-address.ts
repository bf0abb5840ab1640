import { container } from "@/server/container";

/** Returns the base address of the organization's SCIM service. */
export async function scimAddress(tenant: string): Promise<string> {
  const { config } = await container();
  return `${config.BASE_URL}/scim/v2/${tenant}`;
}
