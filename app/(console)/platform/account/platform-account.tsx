"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { PageHeader } from "@/components/ui/page/page";
import { PasswordSection } from "../../_frame/people/password-section";
import { useAction } from "../../_frame/use-action";
import { SecondFactors } from "./second-factors";

/** Page where a platform administrator manages the own second factors and the own password. */
export function PlatformAccount({ email }: { email: string }) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const change = useAction(trpc.platform.account.changePassword.mutationOptions(), () =>
    t("Your password was changed; your other sessions have ended."),
  );
  return (
    <>
      <PageHeader title={t("Your account")} description={email} />
      <div className="grid max-w-5xl items-start gap-4 lg:grid-cols-2">
        <SecondFactors />
        <PasswordSection onChange={change} />
      </div>
    </>
  );
}
