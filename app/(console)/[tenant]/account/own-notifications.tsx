"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, Callout } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction, useSwitch } from "../../_frame/use-action";

/**
 * Chooses the channels for notifications about the administrator's own account: new devices, password changes and security
 * alerts.
 */
export function OwnNotifications() {
  const t = useExtracted("account");
  const names = { email: t("E-mail"), sms: t("Text message") };
  const missing = {
    email: t("Your account has no address."),
    sms: t("Your account has no phone number."),
  };
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.own.queryOptions({}));
  const update = useAction(trpc.notifications.updateOwn.mutationOptions(), () => t("Your choice was saved."));
  const change = useSwitch(update);
  const verify = useAction(trpc.account.verifyEmail.mutationOptions(), () =>
    t("We sent you an e-mail with a link."),
  );
  const settings = query.data;
  const chosen = settings?.channels.filter((state) => state.chosen).map(({ channel }) => channel) ?? [];
  return (
    <Section
      title={t("Notifications")}
      description={t(
        "How we notify you about a sign-in from a new device, a changed password or a security alert.",
      )}
      flush
    >
      {!settings ? (
        <NotLoaded query={query} className="m-4" />
      ) : settings.channels.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{t("Your organization has switched notifications off.")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {settings.channels.map(({ channel, address, verified, chosen: on }) => (
            <li key={channel} className="flex items-center justify-between gap-3 px-4 py-2.5">
              <span className="min-w-0">
                <label htmlFor={`own-${channel}`} className="block">
                  {names[channel]}
                </label>
                <span className="block truncate text-sm text-ink-faint">{address ?? missing[channel]}</span>
                {verified === false && (
                  <span className="mt-1 flex flex-wrap items-center gap-2">
                    <Badge tone="warning">{t("Not confirmed")}</Badge>
                    <Button size="sm" onClick={() => void verify({}).catch(toast.refused)}>
                      {t("Send a link to confirm it")}
                    </Button>
                  </span>
                )}
              </span>
              <Switch
                id={`own-${channel}`}
                checked={on}
                disabled={change.busy || !settings.mayChoose}
                onCheckedChange={(wanted) =>
                  change.run({
                    channels: wanted ? [...chosen, channel] : chosen.filter((other) => other !== channel),
                  })
                }
              />
            </li>
          ))}
        </ul>
      )}
      {settings && !settings.mayChoose && settings.channels.length > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm text-ink-soft">
          {t("Your organization set these for everyone.")}
        </p>
      )}
      {change.error && <Callout tone="danger">{change.error}</Callout>}
    </Section>
  );
}
