import { container } from "@/server/container";

/** Where identity providers find this organization. */
export async function scimAddress(tenant: string): Promise<string> {
  const { config } = await container();
  return `${config.BASE_URL}/scim/v2/${tenant}`;
}
