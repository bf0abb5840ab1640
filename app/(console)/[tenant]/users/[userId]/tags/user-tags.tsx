"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus, Tags, X } from "lucide-react";
import Link from "next/link";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { tagPolicyNames } from "@/server/domain/tags/policies.schema";
import type { Tag } from "@/server/domain/tags/tags.schema";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { usePolicyWords } from "../../../../_frame/tags/policy-words";
import { useAction } from "../../../../_frame/use-action";
import { useTagging } from "../../../../_frame/tags/use-tagging";

/**
 * Lists a user's tags with their policies. Before adding or removing a tag, shows the changes to the user's abilities and apps.
 */
export function UserTags({
  tenant,
  userId,
  mayAskApps,
}: {
  tenant: string;
  userId: number;
  mayAskApps: boolean;
}) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const query = useQuery(trpc.tags.ofUser.queryOptions({ userId }));
  const { data: profile } = useQuery(trpc.users.profile.queryOptions({ userId }));
  const { data: all = [] } = useQuery(trpc.tags.list.queryOptions({}));
  const [pending, setPending] = useState(false);
  const [asked, setAsked] = useState<{ tag: Tag; apps: { appId: number; name: string }[] } | null>(null);
  const give = useAction(trpc.tags.tagUser.mutationOptions(), () => t("The tag was assigned."));
  const take = useAction(trpc.tags.untagUser.mutationOptions(), () => t("The tag was removed."));
  const tagging = useTagging();
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const person = profile?.user.name ?? profile?.user.email ?? t("this person");
  const worn = new Set(query.data.map(({ tagId }) => tagId));
  const attempt = async (work: () => Promise<unknown>) => {
    setPending(true);
    await work().catch(toast.refused);
    setPending(false);
  };
  const takeAway = (tag: Tag) =>
    attempt(async () => {
      const input = { userId, tagId: tag.tagId };
      const apps = mayAskApps
        ? await queries.fetchQuery({
            ...trpc.apps.access.previewUntag.queryOptions(input),
            staleTime: 0,
          })
        : [];
      if (apps.length === 0) await take(input);
      else setAsked({ tag, apps });
    });
  const giveAsking = (tagId: number, tag: string) =>
    attempt(() => tagging.ask({ userId, person, tagId, tag, go: () => give({ userId, tagId }) }));
  const search = (text: string) =>
    Promise.resolve(
      all
        .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 50)
        .map(({ tagId, name }) => ({
          id: String(tagId),
          label: name,
          disabled: worn.has(tagId) ? t("Already has it") : undefined,
        })),
    );
  return (
    <Section
      title={t("Tags")}
      description={t("Tags of this user and their effects.")}
      flush
      actions={
        <Combobox
          label={t("Find a tag")}
          placeholder={t("Tag…")}
          align="end"
          search={search}
          onPick={({ id, label }) => void giveAsking(Number(id), label)}
          trigger={
            <Button size="sm" aria-disabled={pending} disabled={all.length === 0}>
              <Plus aria-hidden />
              {t("Assign a tag")}
            </Button>
          }
        />
      }
    >
      {query.data.length === 0 ? (
        <EmptyState icon={Tags} title={t("No tags")}>
          {t("Tags group users, such as employees or guests. Create them under Tags.")}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {query.data.map((tag) => (
            <li key={tag.tagId} className="flex items-center justify-between gap-3 px-4 py-2.5">
              <span className="min-w-0">
                <Link
                  href={`/${tenant}/tags/${tag.tagId}`}
                  className="block truncate rounded font-medium hover:underline"
                >
                  {tag.name}
                </Link>
                <Policies tag={tag} />
              </span>
              <IconButton
                label={t("Remove the tag {name}", { name: tag.name })}
                disabled={pending}
                onClick={() => void takeAway(tag)}
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {tagging.dialog}
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Remove the tag {name}?", { name: asked?.tag.name ?? "" })}
        action={t("Remove tag")}
        danger
        onConfirm={async () => asked && take({ userId, tagId: asked.tag.tagId })}
      >
        <p>
          {t(
            "Only this tag gives access to {count, plural, one {this app. Tokens for it} other {these apps. Tokens for them}} end at once:",
            { count: asked?.apps.length ?? 0 },
          )}
        </p>
        <ul className="list-disc pl-5 text-ink">
          {asked?.apps.map(({ appId, name }) => (
            <li key={appId} className="break-words">
              {name}
            </li>
          ))}
        </ul>
      </ConfirmDialog>
    </Section>
  );
}

function Policies({ tag: { policies } }: { tag: Tag }) {
  const words = usePolicyWords();
  const on = tagPolicyNames.filter((name) => policies[name]);
  if (on.length === 0) return null;
  return (
    <span className="mt-1 flex flex-wrap gap-1">
      {on.map((name) => (
        <Badge key={name}>{words[name]()}</Badge>
      ))}
    </span>
  );
}
