"use client";

import { useQuery } from "@tanstack/react-query";
import { Mail, MessageSquareText, type LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { Badge, Callout, Skeleton } from "@/components/ui/feedback";
import { NativeSelect } from "@/components/ui/input/input";
import { PageHeader, Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction, useSwitch } from "../../_frame/use-action";

function useChannelWords(): Record<"email" | "sms", { name: string; hint: string; icon: LucideIcon }> {
  const t = useExtracted("notifications");
  return {
    email: {
      name: t("E-mail"),
      hint: t(
        "Sent to the address of the person’s account. Administrators always get security notices by e-mail.",
      ),
      icon: Mail,
    },
    sms: {
      name: t("Text message"),
      hint: t("Sent to the phone number of the person’s account."),
      icon: MessageSquareText,
    },
  };
}

/** Chooses the channels for messages to the organization's users. */
export function NotificationSettings() {
  const t = useExtracted("notifications");
  const channelWords = useChannelWords();
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.get.queryOptions({}));
  const update = useAction(trpc.notifications.update.mutationOptions(), () =>
    t("The notifications were saved."),
  );
  const change = useSwitch(update);
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const settings = query.data;
  const silent = settings?.channelStates.every(({ enabled, state }) => !enabled || state !== "ready");
  return (
    <>
      <PageHeader
        title={t("Notifications")}
        description={t(
          "How we notify people about their account, such as a sign-in from a new device, a changed password or an invitation.",
        )}
      />
      <div className="max-w-3xl space-y-4">
        {silent && (
          <Callout tone="warning" title={t("No notifications are sent at the moment")}>
            {t(
              "No channel is both switched on and set up on this installation. The operator can set one up.",
            )}
          </Callout>
        )}
        <Section title={t("Channels")} flush>
          {settings ? (
            <ul className="divide-y divide-line">
              {settings.channelStates.map(({ channel, enabled, state, reason }) => {
                const { name, hint, icon: Icon } = channelWords[channel];
                return (
                  <li key={channel} className="flex items-start gap-3 px-4 py-3">
                    <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-faint" />
                    <div className="min-w-0 flex-1">
                      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
                        <label htmlFor={`channel-${channel}`} className="font-medium">
                          {name}
                        </label>
                        {state === "ready" ? (
                          <Badge tone="success">{t("Set up")}</Badge>
                        ) : (
                          <Badge tone="warning">{t("Not set up")}</Badge>
                        )}
                      </div>
                      <p className="text-sm text-ink-soft">{hint}</p>
                      {reason && (
                        <p className="mt-1 text-sm text-ink-soft">
                          {reason} {enabled && t("It is switched on, and is used as soon as it is set up.")}
                        </p>
                      )}
                    </div>
                    <Switch
                      id={`channel-${channel}`}
                      checked={enabled}
                      disabled={change.busy}
                      onCheckedChange={(on) =>
                        change.run({
                          enabledChannels: on
                            ? [...settings.enabledChannels, channel]
                            : settings.enabledChannels.filter((other) => other !== channel),
                        })
                      }
                    />
                  </li>
                );
              })}
            </ul>
          ) : (
            <Skeleton className="m-4 h-24" />
          )}
        </Section>
        <Section title={t("People’s own choice")} flush>
          {settings ? (
            <div className="flex items-start gap-3 px-4 py-3">
              <div className="min-w-0 flex-1">
                <label htmlFor="allow-override" className="font-medium">
                  {t("People may choose their own channels")}
                </label>
                <p className="text-sm text-ink-soft">
                  {settings.allowUserOverride
                    ? t("Each person can pick among the channels above, or turn one off for themselves.")
                    : t("Everyone is notified through the channels above.")}
                </p>
              </div>
              <Switch
                id="allow-override"
                checked={settings.allowUserOverride}
                disabled={change.busy}
                onCheckedChange={(allowUserOverride) => change.run({ allowUserOverride })}
              />
            </div>
          ) : (
            <NotLoaded query={query} className="m-4 h-12" />
          )}
        </Section>
        <MessageLanguage />
        {change.error && <Callout tone="danger">{change.error}</Callout>}
      </div>
    </>
  );
}

function useLanguageNames() {
  const t = useExtracted("notifications");
  return { en: t("English"), de: t("German") };
}

/** Chooses the language of messages to users without a known language. */
function MessageLanguage() {
  const t = useExtracted("notifications");
  const languages = useLanguageNames();
  const trpc = useTRPC();
  const query = useQuery(trpc.notifications.messages.queryOptions({}));
  const update = useAction(trpc.notifications.updateMessages.mutationOptions(), ({ language }) =>
    t("Messages are written in {language}.", { language: languages[language] }),
  );
  const change = useSwitch(update);
  return (
    <Section title={t("Language")} flush>
      {query.data ? (
        <div className="flex flex-wrap items-center gap-3 px-4 py-3">
          <div className="min-w-0 flex-1 basis-64">
            <label htmlFor="language" className="font-medium">
              {t("Language of messages")}
            </label>
            <p className="text-sm text-ink-soft">
              {t(
                "For people whose own language is not known. People with a preferred language in the directory get messages in that language if there is a translation.",
              )}
            </p>
          </div>
          <NativeSelect
            id="language"
            value={query.data.language}
            disabled={change.busy}
            onChange={(event) => change.run({ language: event.target.value as keyof typeof languages })}
          >
            {Object.entries(languages).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
          {change.error && <Callout tone="danger">{change.error}</Callout>}
        </div>
      ) : (
        <NotLoaded query={query} className="m-4 h-12" />
      )}
    </Section>
  );
}
