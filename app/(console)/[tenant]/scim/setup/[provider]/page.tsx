import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import { DetailLayout, PageHeader, Section } from "@/components/ui/page";
import { Code } from "@/components/ui/text";
import { scimAddress } from "../../_parts/base-address";
import { guides } from "../guides";

export const metadata: Metadata = { title: "SCIM set-up guide" };

export default async function GuidePage({ params }: PageProps<"/[tenant]/scim/setup/[provider]">) {
  const { tenant, provider } = await params;
  const page = await openPage(tenant, "ManageCredentials");
  const guide = guides.find(({ slug }) => slug === provider) ?? notFound();
  const link = "text-accent-text underline";
  return (
    <>
      <PageHeader
        trail={[
          { label: "SCIM provisioning", href: `/${tenant}/scim` },
          { label: "Set-up guides", href: `/${tenant}/scim/setup` },
        ]}
        title={guide.name}
        description={`How ${guide.name} comes to manage the people of this organization.`}
      />
      <DetailLayout
        aside={
          <Section title="What to paste">
            <dl className="space-y-3">
              <div>
                <dt className="text-sm text-ink-faint">Base address</dt>
                <dd>
                  <Code text={await scimAddress(tenant)} label="base address" />
                </dd>
              </div>
              <div>
                <dt className="text-sm text-ink-faint">Token</dt>
                <dd>
                  <Link href={`/${tenant}/scim`} className={link}>
                    Create a token
                  </Link>{" "}
                  for {guide.name}; it is shown once.
                </dd>
              </div>
            </dl>
          </Section>
        }
      >
        <Section title="Steps">
          <ol className="list-decimal space-y-2.5 pl-5 marker:text-ink-faint">
            {guide.steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        </Section>
        <Section
          title="What to map"
          description="Everything else that it sends is kept, and read back as it was."
          flush
        >
          <div className="overflow-x-auto" role="region" aria-label="What to map" tabIndex={0}>
            <table className="w-full text-left">
              <thead>
                <tr className="border-b border-line text-xs text-ink-faint">
                  <th scope="col" className="px-4 py-2 font-medium">
                    {guide.name}
                  </th>
                  <th scope="col" className="px-4 py-2 font-medium">
                    Here
                  </th>
                  <th scope="col" className="px-4 py-2 font-medium">
                    Remark
                  </th>
                </tr>
              </thead>
              <tbody className="divide-y divide-line">
                {guide.mapping.map(([theirs, ours, note]) => (
                  <tr key={`${theirs} ${ours}`}>
                    <td className="px-4 py-2">{theirs}</td>
                    <td className="px-4 py-2 font-mono text-sm whitespace-nowrap">{ours}</td>
                    <td className="px-4 py-2 text-sm text-ink-soft">{note}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Section>
        <Section title="Groups and roles">
          <p>{guide.groups}</p>
          {page.may("ManageRoles") && (
            <p className="mt-2">
              <Link href={`/${tenant}/governance`} className={link}>
                Choose the governed roles
              </Link>
            </p>
          )}
        </Section>
        <Section title="Good to know">
          <ul className="list-disc space-y-1.5 pl-5 marker:text-ink-faint">
            {guide.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
            <li>Who is deactivated or deleted there is suspended here: sessions and tokens end at once.</li>
            <li>
              If something does not arrive, the{" "}
              <Link href={`/${tenant}/scim/log?outcome=refused`} className={link}>
                provisioning log
              </Link>{" "}
              tells what was refused, and why.
            </li>
          </ul>
        </Section>
      </DetailLayout>
    </>
  );
}
