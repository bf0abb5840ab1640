"use client";

import { Plus, X } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { Avatar, Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import type { AppAccessLists } from "@/server/domain/apps/console.schema";
import { usePersonName } from "../../../../_frame/people/person-cell";
import { PersonPicker, type PickedPerson } from "../../../../_frame/people/person-picker";
import { useAction } from "../../../../_frame/use-action";
import { useLossGuard } from "../loss-guard";

type ListKind = "guests" | "exclusions";

function useListWords(kind: ListKind) {
  const t = useExtracted("apps");
  return {
    guests: {
      title: t("People"),
      add: t("Add a person"),
      empty: t("No people on the list. People on the list may open the app while it is restricted."),
      taken: t("On the list already"),
      added: (name: string) => t("{name} is on the list now.", { name }),
      removed: (name: string) => t("{name} was removed from the list.", { name }),
      remove: (name: string) => t("Remove {name} from the list", { name }),
    },
    exclusions: {
      title: t("Excluded"),
      add: t("Exclude a person"),
      empty: t("No excluded people. Excluded people have no access, even if a tag gives them access."),
      taken: t("Excluded already"),
      added: (name: string) => t("{name} is excluded now.", { name }),
      removed: (name: string) => t("{name} is no longer excluded.", { name }),
      remove: (name: string) => t("Stop excluding {name}", { name }),
    },
  }[kind];
}

/**
 * Shows the guests or the excluded people of an app. Adds and removes people. Asks for a confirmation if a change removes
 * access.
 */
export function PeopleList({
  kind,
  appId,
  tenant,
  people,
  total,
  search,
  mayFind,
}: {
  kind: ListKind;
  appId: number;
  tenant: string;
  people: AppAccessLists["guests"];
  total: number;
  search: string;
  mayFind: boolean;
}) {
  const t = useExtracted("apps");
  const personName = usePersonName();
  const locale = useDateLocale();
  const trpc = useTRPC();
  const { ask, dialog } = useLossGuard(appId);
  const [pending, setPending] = useState(false);
  const say = useListWords(kind);
  const isGuests = kind === "guests";
  const add = useAction(
    isGuests ? trpc.apps.access.grantUser.mutationOptions() : trpc.apps.access.exclude.mutationOptions(),
    () => null,
  );
  const remove = useAction(
    isGuests ? trpc.apps.access.revokeUser.mutationOptions() : trpc.apps.access.release.mutationOptions(),
    () => null,
  );
  const attempt = async (work: () => Promise<unknown>) => {
    setPending(true);
    await work().catch(toast.refused);
    setPending(false);
  };
  const put = ({ userId, name }: PickedPerson) => {
    const run = async () => {
      await add({ appId, userId });
      toast.success(say.added(name));
    };
    return attempt(() =>
      isGuests
        ? run()
        : ask({
            change: { kind: "exclude", userId },
            title: t("Exclude {name}?", { name }),
            action: t("Exclude"),
            run,
          }),
    );
  };
  const take = ({ userId, name }: PickedPerson) => {
    const run = async () => {
      await remove({ appId, userId });
      toast.success(say.removed(name));
    };
    return attempt(() =>
      isGuests
        ? ask({
            change: { kind: "revoke_user", userId },
            title: t("Remove {name} from the list?", { name }),
            action: t("Remove from the list"),
            run,
          })
        : run(),
    );
  };
  const taken = new Map(people.map(({ userId }) => [userId, say.taken]));
  return (
    <Section
      title={total > 0 ? `${say.title} (${total.toLocaleString(locale)})` : say.title}
      flush
      actions={
        mayFind && (
          <PersonPicker
            taken={taken}
            align="end"
            onPick={(person) => void put(person)}
            trigger={
              <Button size="sm" aria-disabled={pending}>
                <Plus aria-hidden />
                {say.add}
              </Button>
            }
          />
        )
      }
    >
      {people.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">{search === "" ? say.empty : t("No results.")}</p>
      ) : (
        <ul className="max-h-96 divide-y divide-line overflow-y-auto" tabIndex={0} aria-label={say.title}>
          {people.map((entry) => {
            const name = personName(entry);
            return (
              <li key={entry.userId} className="flex items-center justify-between gap-3 px-4 py-2">
                <span className="flex min-w-0 items-center gap-2.5">
                  <Avatar name={name} />
                  <span className="min-w-0">
                    <Link
                      href={`/${tenant}/users/${entry.userId}`}
                      className="block truncate rounded font-medium hover:underline"
                    >
                      {name}
                    </Link>
                    <span className="block truncate text-sm text-ink-faint">{entry.email}</span>
                  </span>
                </span>
                <span className="flex shrink-0 items-center gap-1 text-sm text-ink-faint">
                  <span className="max-sm:hidden">
                    {t.rich("since <when>some time ago</when>", {
                      when: () => <RelativeTime at={entry.addedAt} />,
                    })}
                  </span>
                  <IconButton
                    label={say.remove(name)}
                    disabled={pending}
                    onClick={() => void take({ userId: entry.userId, name })}
                  >
                    <X />
                  </IconButton>
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {search === "" && people.length < total && (
        <p className="border-t border-line px-4 py-2 text-sm text-ink-faint">
          {t("The first {count, number} of {total, number}, by name. Search to find the others.", {
            count: people.length,
            total,
          })}
        </p>
      )}
      {dialog}
    </Section>
  );
}
