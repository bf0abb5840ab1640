import type { Metadata } from "next";
import { getExtracted } from "next-intl/server";
import { Words } from "@/app/_words/words";
import { openPage } from "@/app/workspace";
import { SignInOptionsForm } from "./sign-in-options";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("sign-in-options");
  return { title: t("Sign-in options") };
}

export default async function SignInOptionsPage({ params }: PageProps<"/[tenant]/sign-in-options">) {
  const { tenant } = await params;
  const page = await openPage(tenant, "ManageSignInOptions");
  await page.prefetch(page.trpc.policies.signInOptions.queryOptions({}));
  return page.hydrate(
    <Words of="sign-in-options">
      <SignInOptionsForm />
    </Words>,
  );
}
