import type { Metadata } from "next";
import { openPage } from "@/app/workspace";
import { SignInOptionsForm } from "./sign-in-options";

export const metadata: Metadata = { title: "Sign-in options" };

export default async function SignInOptionsPage({ params }: PageProps<"/[tenant]/sign-in-options">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSignInOptions");
  await page.prefetch(page.trpc.policies.signInOptions.queryOptions({}));
  return page.hydrate(<SignInOptionsForm />);
}
