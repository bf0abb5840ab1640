import type { Metadata } from "next";
import { openWorkspace } from "@/app/workspace";
import { Account } from "./account";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage({ params }: PageProps<"/[tenant]/account">) {
  const page = (await openWorkspace((await params).tenant)).require("ManageOwnAccount");
  await page.prefetch(page.trpc.account.sessions.queryOptions({}));
  return page.hydrate(<Account email={page.session.email} />);
}
