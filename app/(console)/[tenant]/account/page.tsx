import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { Account } from "./account";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage({ params }: PageProps<"/[tenant]/account">) {
  const page = await openPage((await params).tenant, "ManageOwnAccount");
  await page.prefetch(
    page.trpc.account.sessions.queryOptions({}),
    page.trpc.notifications.own.queryOptions({}),
  );
  return page.hydrate(<Account email={page.session.email} />);
}
