"use client";

import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { PageHeader } from "@/components/ui/page";
import { PasswordSection } from "../../_frame/password-section";
import { useAction } from "../../_frame/use-action";

/** A platform administrator's own password. */
export function PlatformAccount({ email }: { email: string }) {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const change = useAction(trpc.platform.account.changePassword.mutationOptions(), () =>
    t("Your password was changed; your other sessions have ended."),
  );
  return (
    <>
      <PageHeader title={t("Your account")} description={email} />
      <div className="max-w-md">
        <PasswordSection onChange={change} />
      </div>
    </>
  );
}
