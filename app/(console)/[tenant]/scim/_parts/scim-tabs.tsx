import { LinkTabs } from "@/components/ui/link-tabs";

/** The parts of the area. */
export const ScimTabs = ({ tenant }: { tenant: string }) => (
  <LinkTabs
    label="SCIM provisioning"
    tabs={[
      { label: "Address and tokens", href: `/${tenant}/scim` },
      { label: "Set-up guides", href: `/${tenant}/scim/setup` },
      { label: "Provisioning log", href: `/${tenant}/scim/log` },
    ]}
  />
);
