import { UserRoundCheck } from "lucide-react";
import type { Metadata } from "next";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import { RelativeTime } from "@/components/ui/text";
import type { ActAsRequest } from "@/server/domain/act-as/act-as.schema";
import { AccountForm, SubmitButton } from "../_parts/account-form";
import { AccountFrame } from "../_parts/frame";
import { openAccount } from "../_parts/open-account";

export const metadata: Metadata = { title: "Acting as you", robots: { index: false } };

const states: Record<ActAsRequest["status"], { words: string; tone: Tone }> = {
  pending: { words: "Waits for you", tone: "warning" },
  approved: { words: "Agreed", tone: "info" },
  active: { words: "Acting as you now", tone: "danger" },
  denied: { words: "Not agreed", tone: "neutral" },
  expired: { words: "Expired", tone: "neutral" },
  ended: { words: "Ended", tone: "neutral" },
};

/** Which administrators asked to act as this person, and what became of it. */
export default async function ActAsPage({ params }: { params: Promise<{ tenantSlug: string }> }) {
  const { tenantSlug: slug } = await params;
  const account = await openAccount(slug, "act-as");
  const requests = await account.view.actAs();
  return (
    <AccountFrame account={account}>
      <Section
        title="Acting as you"
        description="An administrator who helps you can ask to see what you see, for a short while."
        flush
      >
        {requests.length === 0 ? (
          <EmptyState icon={UserRoundCheck} title="Nobody has asked to act as you" />
        ) : (
          <ul className="divide-y divide-line">
            {requests.map((request) => (
              <RequestItem
                key={request.requestId}
                slug={slug}
                request={request}
                mayAnswer={account.actedBy === undefined}
              />
            ))}
          </ul>
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
  const { requestId, requester, app, reason, minutes, status } = request;
  const who = requester.name ?? requester.email ?? `User ${requester.userId}`;
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
        For {minutes} minutes, {app ? `in ${app.name}` : "on this page"}, asked{" "}
        <RelativeTime at={request.requestedAt} />
        {request.endedAt && (
          <>
            , ended <RelativeTime at={request.endedAt} />
            {request.endedBy && ` by ${request.endedBy}`}
          </>
        )}
      </p>
      {status === "pending" && mayAnswer && (
        <AccountForm slug={slug} page="act-as" name="answer-act-as" className="flex flex-wrap gap-2">
          <input type="hidden" name="requestId" value={requestId} />
          <SubmitButton size="sm" name="answer" value="agree">
            Agree
          </SubmitButton>
          <SubmitButton size="sm" variant="secondary" name="answer" value="refuse">
            Do not agree
          </SubmitButton>
        </AccountForm>
      )}
      {(status === "approved" || status === "active") && (
        <AccountForm slug={slug} page="act-as" name="end-act-as" className="flex flex-wrap gap-2">
          <input type="hidden" name="requestId" value={requestId} />
          <SubmitButton size="sm" variant="danger">
            {status === "active" ? "Stop it now" : "Take it back"}
          </SubmitButton>
        </AccountForm>
      )}
    </li>
  );
}
