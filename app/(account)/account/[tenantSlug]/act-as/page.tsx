import { UserRoundCheck } from "lucide-react";
import type { Metadata } from "next";
import { useExtracted } from "next-intl";
import { getExtracted } from "next-intl/server";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { ActAsRequest } from "@/server/domain/act-as/act-as.schema";
import { AccountForm, SubmitButton } from "../_parts/account-form";
import { AccountFrame } from "../_parts/frame";
import { openAccount } from "../_parts/open-account";
import { Rows } from "@/components/ui/page/rows";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getExtracted("hosted");
  return { title: t("Acting as you"), robots: { index: false } };
}

function useStates(): Record<ActAsRequest["status"], { words: string; tone: Tone }> {
  const t = useExtracted("hosted");
  return {
    pending: { words: t("Waiting for you"), tone: "warning" },
    approved: { words: t("Agreed"), tone: "info" },
    active: { words: t("Acting as you now"), tone: "danger" },
    denied: { words: t("Declined"), tone: "neutral" },
    expired: { words: t("Expired"), tone: "neutral" },
    ended: { words: t("Ended"), tone: "neutral" },
  };
}

/** Lists the requests of administrators to act as the user, with the state of each request. */
export default async function ActAsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "act-as");
  const t = await getExtracted("hosted");
  const requests = await account.view.actAs();
  return (
    <AccountFrame account={account}>
      <Section
        title={t("Acting as you")}
        description={t(
          "An administrator who helps you can ask to act as you for a short time. They then see what you see and can do what you can do, such as change your name. They cannot change how you sign in. Their actions are recorded under both names.",
        )}
        flush
      >
        {requests.length === 0 ? (
          <EmptyState icon={UserRoundCheck} title={t("No requests to act as you")} />
        ) : (
          <Rows>
            {requests.map((request) => (
              <RequestItem
                key={request.requestId}
                slug={slug}
                request={request}
                mayAnswer={account.actedBy === undefined}
              />
            ))}
          </Rows>
        )}
      </Section>
    </AccountFrame>
  );
}

function RequestItem({
  slug,
  request,
  mayAnswer,
}: {
  slug: string;
  request: ActAsRequest;
  mayAnswer: boolean;
}) {
  const t = useExtracted("hosted");
  const states = useStates();
  const { requestId, requester, reason, status } = request;
  const who = requester.name ?? requester.email ?? t("User {id}", { id: String(requester.userId) });
  const state = states[status];
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 truncate font-medium" title={who}>
          {who}
        </span>
        <Badge tone={state.tone}>{state.words}</Badge>
      </div>
      <p className="break-words">{reason}</p>
      <p className="text-sm break-words text-ink-faint">
        <Times request={request} />
      </p>
      {status === "pending" && mayAnswer && (
        <AccountForm
          slug={slug}
          page="act-as"
          name="answer-act-as"
          at={`answer-${requestId}`}
          className="flex flex-wrap gap-2"
        >
          <input type="hidden" name="requestId" value={requestId} />
          <SubmitButton size="sm" name="answer" value="agree">
            {t("Agree")}
          </SubmitButton>
          <SubmitButton size="sm" variant="secondary" name="answer" value="refuse">
            {t("Decline")}
          </SubmitButton>
        </AccountForm>
      )}
      {(status === "approved" || status === "active") && (
        <AccountForm
          slug={slug}
          page="act-as"
          name="end-act-as"
          at={`end-${requestId}`}
          className="flex flex-wrap gap-2"
        >
          <input type="hidden" name="requestId" value={requestId} />
          <SubmitButton size="sm" variant="danger">
            {status === "active" ? t("Stop now") : t("Withdraw agreement")}
          </SubmitButton>
        </AccountForm>
      )}
    </li>
  );
}

/** Shows the duration, the app, the time and the end of a request. */
function Times({ request: { app, minutes, requestedAt, endedAt, endedBy } }: { request: ActAsRequest }) {
  const t = useExtracted("hosted");
  const asked = { minutes, time: () => <RelativeTime at={requestedAt} /> };
  const by = endedBy ?? "";
  return (
    <>
      {app
        ? t.rich("For {minutes, number} minutes, in {app}, requested <time></time>", {
            ...asked,
            app: app.name,
          })
        : t.rich("For {minutes, number} minutes, on this page, requested <time></time>", asked)}
      {endedAt &&
        t.rich(", ended <time></time>{known, select, yes {: {by}} other {}}", {
          time: () => <RelativeTime at={endedAt} />,
          known: endedBy ? "yes" : "no",
          by,
        })}
    </>
  );
}
