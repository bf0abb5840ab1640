import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeader } from "@/components/ui/page";

/** The head of each page of the security area, with the way to the others. */
export function SecurityHeader({ tenant, mayResetMfa }: { tenant: string; mayResetMfa: boolean }) {
  const to = (path: string) => `/${tenant}/security${path}`;
  return (
    <>
      <PageHeader
        title="Security"
        description="What the organization’s sign-ins tell: what is risky, who is signed in, and how well accounts are protected."
      />
      <LinkTabs
        label="Security"
        tabs={[
          { label: "Overview", href: to("") },
          { label: "Alerts", href: to("/alerts") },
          { label: "Sessions", href: to("/sessions") },
          { label: "Credential health", href: to("/credentials") },
          { label: "Trusted devices", href: to("/trusted-devices") },
          { label: "Policy", href: to("/policy") },
          ...(mayResetMfa ? [{ label: "MFA resets", href: to("/mfa-resets") }] : []),
        ]}
      />
    </>
  );
}
