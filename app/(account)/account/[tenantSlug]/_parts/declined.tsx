import { useExtracted } from "next-intl";
import { LeavingButton } from "@/components/ui/button";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";
import { HostedPage } from "../../../_hosted/hosted-page";

/** Page for a person who cancelled the sign-in. */
export function Declined({ signIn, appearance }: { signIn: string; appearance: Appearance }) {
  const t = useExtracted("hosted");
  return (
    <HostedPage
      appearance={appearance}
      poweredBy={appearance.poweredBy.account}
      title={t("You are not signed in")}
      description={t("Only you can open your account page.")}
    >
      <LeavingButton href={signIn} variant="primary" className="h-9 w-full">
        {t("Sign in")}
      </LeavingButton>
    </HostedPage>
  );
}
