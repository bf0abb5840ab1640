import { useExtracted } from "next-intl";
import type { Appearance } from "@/server/domain/tenant-config/tenant-config.schema";
import { HostedPage, PlainPage } from "../../_hosted/hosted-page";

/** Page of a sign-in that cannot continue. Shows the brand of the organization if the organization is known. */
export function Expired({ appearance }: { appearance: Appearance | null }) {
  const t = useExtracted("hosted");
  const words = {
    title: t("This sign-in has expired"),
    description: t(
      "It took too long, or it was begun in another browser. Go back to the app and sign in again.",
    ),
    children: null,
  };
  return appearance ? (
    <HostedPage {...words} appearance={appearance} poweredBy={appearance.poweredBy.error} />
  ) : (
    <PlainPage {...words} />
  );
}
