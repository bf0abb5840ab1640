import { LeavingButton } from "@/components/ui/button";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";
import { HostedPage } from "../../../_hosted/hosted-card";

/** For whoever turned back at the sign-in. */
export const Declined = ({ signIn, appearance }: { signIn: string; appearance: Appearance }) => (
  <HostedPage
    appearance={appearance}
    poweredBy={appearance.poweredBy.account}
    title="You are not signed in"
    description="Your account page is open to you alone."
  >
    <LeavingButton href={signIn} variant="primary" className="h-9 w-full">
      Sign in
    </LeavingButton>
  </HostedPage>
);
