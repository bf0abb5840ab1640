import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { Account } from "./account";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("account");
  return { title: t("Your account") };
}

export default async function AccountPage({ params }: PageProps<"/[tenant]/account">) {
  const page = await openPage((await params).tenant, "ManageOwnAccount");
  await page.prefetch(
    page.trpc.account.sessions.queryOptions({}),
    page.trpc.notifications.own.queryOptions({}),
  );
  return page.hydrate(
    <Words of="account">
      <Account email={page.session.email} />
    </Words>,
  );
}
