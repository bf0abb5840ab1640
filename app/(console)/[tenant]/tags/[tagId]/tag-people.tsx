"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { UserPlus, Users, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/feedback";
import { Avatar } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import type { TaggedPerson, TagUse } from "@/server/domain/tags/tags.schema";
import { CursorPager } from "../../../_frame/lists/cursor-pager";
import { PersonPicker } from "../../../_frame/people/person-picker";
import { QueryTable } from "../../../_frame/lists/query-table";
import { useAction } from "../../../_frame/use-action";
import { useTagging } from "../../../_frame/tags/use-tagging";
import { peopleFilters, peopleQuery } from "./filters";

/** Lists the people with the tag. Adds and removes people. */
export function TagPeople({
  tenant,
  tag,
  mayFindPeople,
}: {
  tenant: string;
  tag: TagUse;
  mayFindPeople: boolean;
}) {
  const t = useExtracted("tags");
  const trpc = useTRPC();
  const [page, setPage] = useQueryStates(peopleFilters, { history: "push" });
  const query = useQuery(
    trpc.tags.people.queryOptions(peopleQuery(tag.tagId, page), { placeholderData: keepPreviousData }),
  );
  const give = useAction(trpc.tags.tagUser.mutationOptions(), () => null);
  const take = useAction(trpc.tags.untagUser.mutationOptions(), () => null);
  const tagging = useTagging();
  const { tagId } = tag;

  const giveTo = async (userId: number, name: string) => {
    await give({ tagId, userId });
    toast.success(t("The tag {tag} was assigned to {name}.", { name, tag: tag.name }));
  };
  const giveAsking = (userId: number, person: string) =>
    tagging
      .ask({ userId, person, tagId, tag: tag.name, go: () => giveTo(userId, person) })
      .catch(toast.refused);
  const takeFrom = async (userId: number, name: string) => {
    try {
      await take({ tagId, userId });
      toast.success(t("The tag {tag} was removed from {name}.", { name, tag: tag.name }), {
        action: { label: t("Undo"), onClick: () => void giveTo(userId, name).catch(toast.refused) },
      });
    } catch (error) {
      toast.refused(error);
    }
  };
  const next = query.data?.nextCursor ?? null;
  const add = mayFindPeople && (
    <PersonPicker
      taken={new Map(query.data?.users.map(({ userId }) => [userId, t("Already has this tag")]))}
      onPick={({ userId, name }) => void giveAsking(userId, name)}
      trigger={
        <Button>
          <UserPlus aria-hidden />
          {t("Assign to a user")}
        </Button>
      }
    />
  );
  return (
    <>
      <QueryTable<TaggedPerson>
        query={query}
        id="tag-people"
        label={t("People with this tag")}
        columns={[
          {
            id: "name",
            header: t("Person"),
            width: 14,
            cell: ({ name, email }) => (
              <span className="flex items-center gap-2.5">
                <Avatar name={name ?? email ?? "?"} />
                <span className="max-w-56 truncate">{name ?? email}</span>
              </span>
            ),
          },
          {
            id: "email",
            header: t("E-mail"),
            width: 14,
            cell: ({ email }) => <span className="block max-w-64 truncate">{email}</span>,
          },
          {
            id: "since",
            header: t("Since"),
            width: 8,
            cell: ({ taggedAt }) => <RelativeTime at={taggedAt} className="text-ink-soft" />,
          },
          {
            id: "remove",
            header: "",
            align: "right",
            cell: ({ userId, name, email }) => (
              <IconButton
                className="relative z-10"
                label={t("Remove the tag from {name}", { name: name ?? email ?? t("the person") })}
                onClick={() => void takeFrom(userId, name ?? email ?? t("The person"))}
              >
                <X />
              </IconButton>
            ),
          },
        ]}
        rows={query.data?.users}
        rowKey={({ userId }) => userId}
        {...(mayFindPeople && { rowHref: ({ userId }) => `/${tenant}/users/${userId}` })}
        toolbar={
          <>
            <h2 className="px-2 font-semibold">{t("People")}</h2>
            <span className="ml-auto">{add}</span>
          </>
        }
        empty={
          <EmptyState icon={Users} title={t("No users have this tag")}>
            {t("Assign it here or on a user’s page.")}
          </EmptyState>
        }
        {...((next !== null || page.cursor > 0) && {
          pager: (
            <CursorPager
              shown={query.data?.users.length}
              summary={t("{count, number} in all", { count: tag.people })}
              cursor={page.cursor === 0 ? null : page.cursor}
              next={next}
              onTurn={(cursor) => void setPage({ cursor })}
            />
          ),
        })}
      />
      {tagging.dialog}
    </>
  );
}
