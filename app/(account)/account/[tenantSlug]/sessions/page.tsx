import { History, MonitorSmartphone } from "lucide-react";
import type { Metadata } from "next";
import { getBrowserName } from "@/components/ui/get-browser-name";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import { AccountForm, SubmitButton } from "../_parts/account-form";
import { AskFirst } from "../_parts/ask-first";
import { AccountFrame } from "../_parts/frame";
import { openAccount } from "../_parts/open-account";

export const metadata: Metadata = { title: "Sessions", robots: { index: false } };

const outcomes: Record<string, { words: string; tone: Tone }> = {
  succeeded: { words: "Signed in", tone: "success" },
  failed: { words: "Wrong password", tone: "warning" },
  refused: { words: "Refused", tone: "danger" },
  stepped_up: { words: "Asked for more", tone: "info" },
};

const deviceStates: Record<string, { words: string; tone: Tone }> = {
  pending: { words: "Waits for approval", tone: "warning" },
  denied: { words: "Denied", tone: "danger" },
};

const from = ({ place, ip }: { place?: string | null; ip: string | null }) =>
  place ?? ip ?? "an unknown address";

/** Where a person is signed in, from what, and how they signed in before. */
export default async function SessionsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "sessions");
  const browserName = await getBrowserName();
  const [sessions, devices, signIns] = await Promise.all([
    account.view.sessions(),
    account.view.devices(),
    account.view.signIns(),
  ]);
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <AccountFrame account={account}>
      <Section
        title="Sessions"
        description="Where you are signed in now."
        flush
        actions={
          others > 0 && (
            <AskFirst
              slug={slug}
              page="sessions"
              form="end-other-sessions"
              label="End all others"
              about="your other sessions"
              action={others === 1 ? "End the other session" : `End ${others} other sessions`}
            >
              You are signed out everywhere but here, and what apps got in{" "}
              {others === 1 ? "that session" : "those sessions"} ends.
            </AskFirst>
          )
        }
      >
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <li
              key={session.sessionId}
              className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5"
            >
              <span className="min-w-0 flex-1">
                <span className="block truncate">{browserName(session.userAgent)}</span>
                <span className="block text-sm break-words text-ink-faint">
                  from {from(session)}, since <RelativeTime at={session.createdAt} />
                </span>
              </span>
              {session.current ? (
                <Badge tone="success">This one</Badge>
              ) : (
                <AccountForm slug={slug} page="sessions" name="end-session" className="contents">
                  <input type="hidden" name="sessionId" value={session.sessionId} />
                  <SubmitButton
                    variant="secondary"
                    size="sm"
                    aria-label={`End the session of ${browserName(session.userAgent)}`}
                  >
                    End
                  </SubmitButton>
                </AccountForm>
              )}
            </li>
          ))}
        </ul>
      </Section>
      <Section title="Devices" description="Browsers that you have signed in from." flush>
        {devices.length === 0 ? (
          <EmptyState icon={MonitorSmartphone} title="No device is known yet">
            One is remembered when you sign in from it.
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {devices.map((device) => (
              <li
                key={device.deviceId}
                className="flex flex-wrap items-center justify-between gap-3 px-4 py-2.5"
              >
                <span className="min-w-0 flex-1 basis-48">
                  <span className="flex min-w-0 items-center gap-2">
                    <span className="truncate" title={device.label}>
                      {device.label}
                    </span>
                    {deviceStates[device.status] && (
                      <Badge tone={deviceStates[device.status]!.tone}>
                        {deviceStates[device.status]!.words}
                      </Badge>
                    )}
                  </span>
                  <span className="block text-sm break-words text-ink-faint">
                    from {from(device)}, last used <RelativeTime at={device.lastUsed ?? device.firstSeen} />
                  </span>
                </span>
                <AskFirst
                  slug={slug}
                  page="sessions"
                  form="forget-device"
                  fields={{ deviceId: device.deviceId }}
                  label="Forget"
                  about={device.label}
                  action="Forget this device"
                >
                  Its sessions end at once. The next sign-in from it counts as from a new device.
                </AskFirst>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Sign-ins" description="The last 30. Is one not yours? Change your password." flush>
        {signIns.length === 0 ? (
          <EmptyState icon={History} title="No sign-in is recorded" />
        ) : (
          <ul className="divide-y divide-line">
            {signIns.map((signIn) => {
              const outcome = outcomes[signIn.outcome];
              return (
                <li
                  key={signIn.signInId}
                  className="flex flex-wrap items-center justify-between gap-x-3 px-4 py-2.5"
                >
                  <span className="min-w-0 flex-1 basis-48">
                    <span className="block truncate">{signIn.appName ?? "Your account"}</span>
                    <span className="block text-sm break-words text-ink-faint">
                      <ExactTime at={signIn.at} />, {browserName(signIn.userAgent)}, from {from(signIn)}
                    </span>
                  </span>
                  {outcome && <Badge tone={outcome.tone}>{outcome.words}</Badge>}
                </li>
              );
            })}
          </ul>
        )}
      </Section>
    </AccountFrame>
  );
}
