"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useBrowserName } from "@/components/ui/format/use-browser-name";
import { PasswordSection } from "../../_frame/people/password-section";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";
import { OwnNotifications } from "./own-notifications";

/** Page for the administrator's own password and sessions. */
export function Account({ email }: { email: string }) {
  const t = useExtracted("account");
  const browserName = useBrowserName();
  const trpc = useTRPC();
  const query = useQuery(trpc.account.sessions.queryOptions({}));
  const changePassword = useAction(trpc.account.changePassword.mutationOptions(), () =>
    t("Your password was changed; your other sessions have ended."),
  );
  const endSession = useAction(trpc.account.endSession.mutationOptions(), () => t("The session has ended."));
  return (
    <>
      <PageHeader title={t("Your account")} description={email} />
      <div className="grid max-w-4xl gap-4 lg:grid-cols-2">
        <PasswordSection onChange={changePassword} />
        <Section title={t("Sessions")} description={t("Where you are signed in.")} flush>
          {!query.data ? (
            <NotLoaded query={query} className="m-4" />
          ) : (
            <ul className="divide-y divide-line">
              {query.data.map((session) => (
                <li key={session.sessionId} className="flex items-center justify-between gap-3 px-4 py-2.5">
                  <span className="min-w-0">
                    <span className="block truncate" title={session.userAgent ?? undefined}>
                      {browserName(session.userAgent)}
                    </span>
                    <span className="text-sm text-ink-faint">
                      {t.rich("<address></address>, since <time></time>", {
                        address: () => (
                          <span className="font-mono">{session.ip ?? t("unknown address")}</span>
                        ),
                        time: () => <RelativeTime at={session.createdAt} />,
                      })}
                    </span>
                  </span>
                  {session.current ? (
                    <Badge tone="success">{t("This session")}</Badge>
                  ) : (
                    <Button
                      size="sm"
                      aria-label={t("End the session from {address}", {
                        address: session.ip ?? t("unknown address"),
                      })}
                      onClick={() => void endSession({ sessionId: session.sessionId }).catch(toast.refused)}
                    >
                      {t("End")}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <OwnNotifications />
      </div>
    </>
  );
}
