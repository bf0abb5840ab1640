import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { PlatformAccount } from "./platform-account";

export const metadata: Metadata = { title: "Your account" };

export default async function PlatformAccountPage() {
  const page = await openPage(null, "ManageOwnAccount");
  return page.hydrate(<PlatformAccount email={page.session.email} />);
}
