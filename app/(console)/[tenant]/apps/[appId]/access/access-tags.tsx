"use client";

import { useQuery } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button, IconButton } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { Section } from "@/components/ui/page/page";
import type { AppAccessLists } from "@/server/domain/apps/console.schema";
import { useAction } from "../../../../_frame/use-action";
import { useLossGuard } from "../loss-guard";

/** Lists the tags that give access to the app. People with such a tag may open the app. */
export function AccessTags({
  appId,
  tenant,
  tags,
  mayTag,
}: {
  appId: number;
  tenant: string;
  tags: AppAccessLists["tags"];
  mayTag: boolean;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const { data: all = [] } = useQuery({ ...trpc.tags.list.queryOptions({}), enabled: mayTag });
  const { ask, dialog } = useLossGuard(appId);
  const [pending, setPending] = useState(false);
  const admit = useAction(trpc.apps.access.grantTag.mutationOptions(), () => t("The tag now has access."));
  const drop = useAction(trpc.apps.access.revokeTag.mutationOptions(), () =>
    t("The tag no longer has access."),
  );
  const attempt = async (work: () => Promise<unknown>) => {
    setPending(true);
    await work().catch(toast.refused);
    setPending(false);
  };
  const admitted = new Set(tags.map(({ tagId }) => tagId));
  const search = (text: string) =>
    Promise.resolve(
      all
        .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
        .slice(0, 50)
        .map(({ tagId, name }) => ({
          id: String(tagId),
          label: name,
          disabled: admitted.has(tagId) ? t("Already has access") : undefined,
        })),
    );
  return (
    <Section
      title={tags.length > 0 ? t("Tags ({count, number})", { count: tags.length }) : t("Tags")}
      flush
      actions={
        mayTag && (
          <Combobox
            label={t("Find a tag")}
            placeholder={t("Tag…")}
            align="end"
            search={search}
            onPick={({ id }) => void attempt(() => admit({ appId, tagId: Number(id) }))}
            trigger={
              <Button size="sm" aria-disabled={pending}>
                <Plus aria-hidden />
                {t("Add a tag")}
              </Button>
            }
          />
        )
      }
    >
      {tags.length === 0 ? (
        <p className="px-4 py-3 text-ink-soft">
          {t(
            "No tag has access. Everyone who has a tag with access may open the app while it is restricted.",
          )}
        </p>
      ) : (
        <ul className="divide-y divide-line">
          {tags.map(({ tagId, name, peopleCount }) => (
            <li key={tagId} className="flex items-center justify-between gap-3 px-4 py-2">
              <span className="min-w-0">
                <Link
                  href={`/${tenant}/tags/${tagId}`}
                  className="block truncate rounded font-medium hover:underline"
                >
                  {name}
                </Link>
                <span className="block text-sm text-ink-faint">
                  {t("{count, plural, one {# person has it} other {# people have it}}", {
                    count: peopleCount,
                  })}
                </span>
              </span>
              <IconButton
                label={t("Remove access for {name}", { name })}
                disabled={pending}
                onClick={() =>
                  void attempt(() =>
                    ask({
                      change: { kind: "revoke_tag", tagId },
                      title: t("Remove access for the tag {name}?", { name }),
                      action: t("Remove access"),
                      run: () => drop({ appId, tagId }),
                    }),
                  )
                }
              >
                <X />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {dialog}
    </Section>
  );
}
