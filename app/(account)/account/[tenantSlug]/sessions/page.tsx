import { History, MonitorSmartphone } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { useBrowserName, useDeviceName } from "@/components/ui/format/use-browser-name";
import { usePlaceName } from "@/components/ui/format/use-place-name";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { ExactTime, RelativeTime } from "@/components/ui/text";
import { AccountForm, SubmitButton } from "../_parts/account-form";
import { AskFirst } from "../_parts/ask-first";
import { AccountFrame } from "../_parts/frame";
import { OnlyThemselves } from "../_parts/only-themselves";
import { Row, Rows } from "@/components/ui/page/rows";
import { openAccount, type OpenAccount } from "../_parts/open-account";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Sessions"), robots: { index: false } };
}

type State = { words: string; tone: Tone } | undefined;

function useOutcomes(): Record<string, State> {
  const t = useExtracted("hosted");
  return {
    succeeded: { words: t("Signed in"), tone: "success" },
    failed: { words: t("Wrong password"), tone: "warning" },
    refused: { words: t("Refused"), tone: "danger" },
    stepped_up: { words: t("Further verification required"), tone: "info" },
  };
}

function useDeviceStates(): Record<string, State> {
  const t = useExtracted("hosted");
  return {
    pending: { words: t("Waits for approval"), tone: "warning" },
    denied: { words: t("Denied"), tone: "danger" },
  };
}

/**
 * Returns a function that names the place of a sign-in inside a sentence. Without a place, the function returns the IP address.
 */
function useFrom() {
  const t = useExtracted("hosted");
  const placeName = usePlaceName();
  return ({ place, ip }: { place?: string | null; ip: string | null }) =>
    (place ? placeName(place) : ip) ?? t("an unknown address");
}

/** Lists the user's sessions, devices and recent sign-ins. */
export default async function SessionsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "sessions");
  const [sessions, devices, signIns] = await Promise.all([
    account.view.sessions(),
    account.view.devices(),
    account.view.signIns(),
  ]);
  const mine = account.actedBy === undefined;
  return (
    <AccountFrame account={account}>
      {!mine && <OnlyThemselves person={account.person} />}
      <Sessions slug={slug} sessions={sessions} mine={mine} />
      <Devices slug={slug} devices={devices} mine={mine} />
      <SignIns signIns={signIns} />
    </AccountFrame>
  );
}

type View = OpenAccount["view"];

/** Properties of the lists. `mine` is true if the visitor is the user, and false if an administrator acts as the user. */
interface Owned {
  slug: string;
  mine: boolean;
}

function Sessions({ slug, sessions, mine }: Owned & { sessions: Awaited<ReturnType<View["sessions"]>> }) {
  const t = useExtracted("hosted");
  const browserName = useBrowserName();
  const from = useFrom();
  const others = sessions.filter(({ current }) => !current).length;
  return (
    <Section
      title={t("Sessions")}
      description={t("Where you are signed in now.")}
      flush
      actions={
        mine &&
        others > 0 && (
          <AskFirst
            slug={slug}
            page="sessions"
            form="end-other-sessions"
            label={t("End all others")}
            about={t("your other sessions")}
            action={t("{others, plural, one {End the other session} other {End # other sessions}}", {
              others,
            })}
          >
            {t(
              "You are signed out everywhere except here. The access that apps received in {others, plural, one {that session} other {those sessions}} ends, too.",
              { others },
            )}
          </AskFirst>
        )
      }
    >
      <Rows>
        {sessions.map((session) => (
          <Row
            key={session.sessionId}
            title={browserName(session.userAgent)}
            detail={t.rich("from {place}, since <time></time>", {
              place: from(session),
              time: () => <RelativeTime at={session.createdAt} />,
            })}
          >
            {session.current ? (
              <Badge tone="success">{t("This session")}</Badge>
            ) : (
              mine && (
                <AccountForm
                  slug={slug}
                  page="sessions"
                  name="end-session"
                  at={`session-${session.sessionId}`}
                  className="contents"
                >
                  <input type="hidden" name="sessionId" value={session.sessionId} />
                  <SubmitButton
                    variant="secondary"
                    size="sm"
                    aria-label={t("End the session of {browser}", {
                      browser: browserName(session.userAgent),
                    })}
                  >
                    {t("End")}
                  </SubmitButton>
                </AccountForm>
              )
            )}
          </Row>
        ))}
      </Rows>
    </Section>
  );
}

function Devices({ slug, devices, mine }: Owned & { devices: Awaited<ReturnType<View["devices"]>> }) {
  const t = useExtracted("hosted");
  const from = useFrom();
  const states = useDeviceStates();
  const deviceName = useDeviceName();
  return (
    <Section title={t("Devices")} description={t("Browsers that you have signed in from.")} flush>
      {devices.length === 0 ? (
        <EmptyState icon={MonitorSmartphone} title={t("No devices yet")}>
          {t("A device is added when you sign in from it.")}
        </EmptyState>
      ) : (
        <Rows>
          {devices.map((device) => {
            const state = states[device.status];
            return (
              <Row
                key={device.deviceId}
                title={deviceName(device.label)}
                badge={state && <Badge tone={state.tone}>{state.words}</Badge>}
                detail={t.rich("from {place}, last used <time></time>", {
                  place: from(device),
                  time: () => <RelativeTime at={device.lastUsed ?? device.firstSeen} />,
                })}
              >
                {mine && (
                  <AskFirst
                    slug={slug}
                    page="sessions"
                    form="forget-device"
                    fields={{ deviceId: device.deviceId }}
                    label={t("Forget")}
                    about={deviceName(device.label)}
                    action={t("Forget this device")}
                  >
                    {t("Its sessions end at once. The next sign-in from it counts as from a new device.")}
                  </AskFirst>
                )}
              </Row>
            );
          })}
        </Rows>
      )}
    </Section>
  );
}

function SignIns({ signIns }: { signIns: Awaited<ReturnType<View["signIns"]>> }) {
  const t = useExtracted("hosted");
  const browserName = useBrowserName();
  const from = useFrom();
  const outcomes = useOutcomes();
  return (
    <Section
      title={t("Sign-ins")}
      description={t("The last 30. If you do not recognize one, change your password.")}
      flush
    >
      {signIns.length === 0 ? (
        <EmptyState icon={History} title={t("No sign-ins yet")} />
      ) : (
        <Rows>
          {signIns.map((signIn) => {
            const outcome = outcomes[signIn.outcome];
            return (
              <Row
                key={signIn.signInId}
                title={signIn.appName ?? t("Your account")}
                detail={t.rich("<time></time>, {browser}, from {place}", {
                  time: () => <ExactTime at={signIn.at} />,
                  browser: browserName(signIn.userAgent),
                  place: from(signIn),
                })}
              >
                {outcome && <Badge tone={outcome.tone}>{outcome.words}</Badge>}
              </Row>
            );
          })}
        </Rows>
      )}
    </Section>
  );
}
