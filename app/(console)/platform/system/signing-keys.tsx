"use client";

import { useQuery } from "@tanstack/react-query";
import { FastForward, MoreHorizontal, RotateCw, ShieldOff } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { Badge } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { Code, RelativeTime } from "@/components/ui/text";
import type { PublishedKey } from "@/server/platform/signing-keys.schema";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { KeyDialogs, type KeyAction } from "./key-dialogs";

/** Section with the published signing keys of tokens, and the actions that change them. */
export function SigningKeysSection() {
  const t = useExtracted("platform");
  const query = useQuery(useTRPC().platform.signingKeys.list.queryOptions({}));
  const [action, setAction] = useState<KeyAction | null>(null);
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { keys, rotationDays } = query.data;
  return (
    <Section
      title={t("Signing keys")}
      description={
        rotationDays === 0
          ? t("They sign tokens. No key is replaced by schedule; set the interval under Policies.")
          : t(
              "They sign tokens. Each is replaced after {days, plural, one {# day} other {# days}}; set the interval under Policies.",
              { days: rotationDays },
            )
      }
      flush
    >
      <ul className="divide-y divide-line">
        {keys.map((key) => (
          <KeyRow
            key={key.kid}
            signingKey={key}
            isPlanned={keys.some(({ algorithm, state }) => algorithm === key.algorithm && state === "next")}
            onAction={setAction}
          />
        ))}
      </ul>
      <KeyDialogs action={action} onClose={() => setAction(null)} />
    </Section>
  );
}

function KeyRow({
  signingKey: key,
  isPlanned,
  onAction,
}: {
  signingKey: PublishedKey;
  /** True if the algorithm has a next key. */
  isPlanned: boolean;
  onAction: (action: KeyAction) => void;
}) {
  const t = useExtracted("platform");
  const { algorithm, kid, state } = key;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 px-4 py-2 sm:grid-cols-[4.5rem_6.5rem_minmax(0,1fr)_minmax(0,14rem)_auto]">
      <span className="font-medium max-sm:order-1">{algorithm}</span>
      <span className="max-sm:order-3">
        <StateBadge state={state} />
      </span>
      <span className="min-w-0 max-sm:order-5 max-sm:col-span-2">
        <Code text={kid} label={t("key id")} />
      </span>
      <span className="text-sm text-ink-soft max-sm:order-4 max-sm:text-right">
        <KeyTime signingKey={key} />
      </span>
      <span className="text-right max-sm:order-2">
        <Menu
          trigger={
            <IconButton
              label={t("Actions for the {algorithm} key {kid}", { algorithm, kid: kid.slice(0, 8) })}
            >
              <MoreHorizontal aria-hidden />
            </IconButton>
          }
        >
          {state === "signing" && !isPlanned && (
            <MenuItem onSelect={() => onAction({ kind: "plan", key })}>
              <RotateCw aria-hidden />
              {t("Rotate…")}
            </MenuItem>
          )}
          {(state === "next" || state === "signing") && (
            <MenuItem onSelect={() => onAction({ kind: "now", key })}>
              <FastForward aria-hidden />
              {t("Rotate at once…")}
            </MenuItem>
          )}
          <MenuItem danger onSelect={() => onAction({ kind: "revoke", key })}>
            <ShieldOff aria-hidden />
            {t("Revoke…")}
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function StateBadge({ state }: Pick<PublishedKey, "state">) {
  const t = useExtracted("platform");
  if (state === "signing") return <Badge tone="success">{t("Signs")}</Badge>;
  if (state === "next") return <Badge tone="info">{t("Next")}</Badge>;
  return <Badge tone="neutral">{t("Retired")}</Badge>;
}

/** Time that matters in the state of the key. */
function KeyTime({
  signingKey: { state, signsFrom, retiredAt, publishedUntil },
}: {
  signingKey: PublishedKey;
}) {
  const t = useExtracted("platform");
  if (state === "next")
    return t.rich("Begins <time></time>", { time: () => <RelativeTime at={signsFrom} /> });
  if (state === "retired" && publishedUntil)
    return t.rich("Leaves /jwks <time></time>", { time: () => <RelativeTime at={publishedUntil} /> });
  if (retiredAt) return t.rich("Ends <time></time>", { time: () => <RelativeTime at={retiredAt} /> });
  return t.rich("Began <time></time>", { time: () => <RelativeTime at={signsFrom} /> });
}
