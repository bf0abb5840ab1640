import { useExtracted } from "next-intl";
import { LinkTabs } from "@/components/ui/page/link-tabs";
import { container } from "@/server/container";

/** Tabs of the SCIM pages. */
export const ScimTabs = ({ tenant }: { tenant: string }) => {
  const t = useExtracted("scim");
  return (
    <LinkTabs
      label={t("SCIM provisioning")}
      tabs={[
        { label: t("Address and tokens"), href: `/${tenant}/scim` },
        { label: t("Setup guides"), href: `/${tenant}/scim/setup` },
        { label: t("Provisioning log"), href: `/${tenant}/scim/log` },
      ]}
    />
  );
};

/** Returns the base address of the organization's SCIM service. */
export async function scimAddress(tenant: string): Promise<string> {
  const { config } = await container();
  return `${config.BASE_URL}/scim/v2/${tenant}`;
}
