import { getExtracted } from "next-intl/server";
import Link from "next/link";
import { notFound } from "next/navigation";
import { DetailLayout, PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { consolePage } from "../../../../_frame/pages";
import { scimAddress } from "../../_parts/scim-tabs";
import { guidesInWords } from "../guides";

export async function generateMetadata() {
  const t = await getExtracted("scim");
  return { title: t("SCIM setup guide") };
}

export default consolePage("ManageCredentials", async (page) => {
  const t = await getExtracted("scim");
  const guide = (await guidesInWords()).find(({ slug }) => slug === page.params.provider) ?? notFound();
  const link = "text-accent-text underline";
  return (
    <>
      <PageHeader
        trail={[
          { label: t("SCIM provisioning"), href: `/${page.tenant}/scim` },
          { label: t("Setup guides"), href: `/${page.tenant}/scim/setup` },
        ]}
        title={guide.name}
        description={t("How to manage the people of this organization with {provider}.", {
          provider: guide.name,
        })}
      />
      <DetailLayout
        aside={
          <Section title={t("Values to paste")}>
            <dl className="space-y-3">
              <div>
                <dt className="text-sm text-ink-faint">{t("Base address")}</dt>
                <dd>
                  <Code text={await scimAddress(page.tenant)} label={t("base address")} />
                </dd>
              </div>
              <div>
                <dt className="text-sm text-ink-faint">{t("Token")}</dt>
                <dd>
                  {t.rich("<link>Create a token</link> for {provider}; it is shown once.", {
                    provider: guide.name,
                    link: (chunks) => (
                      <Link href={`/${page.tenant}/scim`} className={link}>
                        {chunks}
                      </Link>
                    ),
                  })}
                </dd>
              </div>
            </dl>
          </Section>
        }
      >
        <Section title={t("Steps")}>
          <ol className="list-decimal space-y-2.5 pl-5 marker:text-ink-faint">
            {guide.steps.map((step) => (
              <li key={step} className="pl-1">
                {step}
              </li>
            ))}
          </ol>
        </Section>
        <Section
          title={t("Attribute mapping")}
          description={t("All other attributes that it sends are stored and returned unchanged.")}
          flush
        >
          <div className="overflow-x-auto" role="region" aria-label={t("Attribute mapping")} tabIndex={0}>
            <table className="w-full text-left">
              <thead>
                <tr className="border-b border-line text-xs text-ink-faint">
                  <th scope="col" className="px-4 py-2 font-medium">
                    {guide.name}
                  </th>
                  <th scope="col" className="px-4 py-2 font-medium">
                    {t("Here")}
                  </th>
                  <th scope="col" className="px-4 py-2 font-medium">
                    {t("Remark")}
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
        <Section title={t("Groups and roles")}>
          <p>{guide.groups}</p>
          {page.may("ManageRoles") && (
            <p className="mt-2">
              <Link href={`/${page.tenant}/governance`} className={link}>
                {t("Choose the governed roles")}
              </Link>
            </p>
          )}
        </Section>
        <Section title={t("Good to know")}>
          <ul className="list-disc space-y-1.5 pl-5 marker:text-ink-faint">
            {guide.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
            <li>
              {t(
                "People who are deactivated or deleted there are suspended here: their sessions and tokens end at once.",
              )}
            </li>
            <li>
              {t.rich(
                "If something does not arrive, the <link>provisioning log</link> shows what was refused, and why.",
                {
                  link: (chunks) => (
                    <Link href={`/${page.tenant}/scim/log?outcome=refused`} className={link}>
                      {chunks}
                    </Link>
                  ),
                },
              )}
            </li>
          </ul>
        </Section>
      </DetailLayout>
    </>
  );
});
