"use client";

import { useTRPC } from "@/components/data/trpc";
import { PageHeader } from "@/components/ui/page";
import { PasswordSection } from "../../_frame/password-section";
import { useAction } from "../../_frame/use-action";

/** A platform administrator's own password. */
export function PlatformAccount({ email }: { email: string }) {
  const trpc = useTRPC();
  const change = useAction(
    trpc.platform.account.changePassword.mutationOptions(),
    () => "Your password was changed; your other sessions have ended.",
  );
  return (
    <>
      <PageHeader title="Your account" description={email} />
      <div className="max-w-md">
        <PasswordSection onChange={change} />
      </div>
    </>
  );
}
