import { BellOff } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { AccountForm, CheckField, SubmitButton } from "../_parts/account-form";
import { AccountFrame } from "../_parts/frame";
import { openAccount, type OpenAccount } from "../_parts/open-account";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Notifications"), robots: { index: false } };
}

/** Chooses the channels for notifications about the account. */
export default async function NotificationsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "notifications");
  const notifications = await account.view.notifications();
  const t = await getExtracted("hosted");
  return (
    <AccountFrame account={account}>
      <Section
        title={t("Notifications")}
        description={t(
          "How we notify you about account activity, such as a new device or a changed password.",
        )}
      >
        {notifications.channels.length === 0 ? (
          <EmptyState icon={BellOff} title={t("No notifications are sent")}>
            {t("Your organization has switched notifications off.")}
          </EmptyState>
        ) : (
          <Channels slug={slug} {...notifications} mine={account.actedBy === undefined} />
        )}
      </Section>
    </AccountFrame>
  );
}

type Notifications = Awaited<ReturnType<OpenAccount["view"]["notifications"]>>;

function Channels({
  slug,
  mayChoose,
  channels,
  mine,
}: Notifications & {
  slug: string;
  /** True if the visitor is the user, false if the visitor is an administrator who acts as the user. */
  mine: boolean;
}) {
  const t = useExtracted("hosted");
  const fixed = !mayChoose || !mine;
  const words = { email: t("By e-mail"), sms: t("By text message") };
  const hintOf = ({ channel, address, verified }: Notifications["channels"][number]) => {
    if (address === null)
      return channel === "sms"
        ? t("You have no phone number in your profile, so nothing is sent.")
        : t("You have no address, so nothing is sent.");
    return verified === false
      ? t("To {address}, which is not confirmed yet.", { address })
      : t("To {address}.", { address });
  };
  return (
    <AccountForm slug={slug} page="notifications" name="notifications">
      {!mayChoose && <Callout>{t("Your organization set this for everyone.")}</Callout>}
      {channels.map((channel) => (
        <CheckField
          key={channel.channel}
          name={channel.channel}
          label={words[channel.channel]}
          hint={hintOf(channel)}
          defaultChecked={channel.chosen}
          disabled={fixed}
        />
      ))}
      {!fixed && <SubmitButton>{t("Save")}</SubmitButton>}
    </AccountForm>
  );
}
