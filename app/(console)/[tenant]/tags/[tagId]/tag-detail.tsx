"use client";

import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { DetailLayout, Facts, PageHeader, Section } from "@/components/ui/page/page";
import { Code } from "@/components/ui/text";
import { useDateLocale } from "@/components/ui/format/use-date-locale";
import { ActivityFeed } from "../../../_frame/log/activity-feed";
import { NotLoaded, NotThere } from "../../../_frame/records/not-loaded";
import { useRemoval } from "../../../_frame/use-action";
import { TagDefaults, TagPolicies } from "./tag-policies";
import { TagPeople } from "./tag-people";

const TagDialog = lateDialog(() => import("../tag-dialog").then((module) => module.TagDialog));

/** Page of one tag, with its policies, its defaults and its people. */
export function TagDetail({
  tenant,
  tagId,
  mayFindPeople,
  mayOpenApps,
  mayReadLog,
}: {
  tenant: string;
  tagId: number;
  mayFindPeople: boolean;
  mayOpenApps: boolean;
  mayReadLog: boolean;
}) {
  const t = useExtracted("tags");
  const locale = useDateLocale();
  const trpc = useTRPC();
  const query = useQuery(trpc.tags.use.queryOptions({}));
  const [open, setOpen] = useState<"rename" | "delete" | null>(null);
  const remove = useRemoval(trpc.tags.remove.mutationOptions(), `/${tenant}/tags`, () =>
    t("The tag was deleted."),
  );
  if (!query.data) return <NotLoaded page query={query} className="h-40" />;
  const tag = query.data.find((one) => one.tagId === tagId);
  if (!tag) return <NotThere />;
  return (
    <>
      <PageHeader
        trail={[{ label: t("Tags"), href: `/${tenant}/tags` }]}
        title={tag.name}
        actions={
          <>
            <Button onClick={() => setOpen("rename")}>
              <Pencil aria-hidden />
              {t("Rename")}
            </Button>
            <Button onClick={() => setOpen("delete")} className="text-danger-text">
              <Trash2 aria-hidden />
              {t("Delete")}
            </Button>
          </>
        }
      />
      <DetailLayout
        aside={
          <>
            <Section title={t("Details")} flush>
              <Facts
                items={[
                  { label: t("Tag id"), value: <Code text={String(tagId)} label={t("tag id")} /> },
                  { label: t("People"), value: tag.people.toLocaleString(locale) },
                  {
                    label: t("Gives access to apps"),
                    value:
                      tag.apps.length === 0
                        ? t("None")
                        : tag.apps.map(({ appId, name }) => (
                            <span key={appId} className="block truncate">
                              {mayOpenApps ? (
                                <Link
                                  href={`/${tenant}/apps/${appId}`}
                                  className="text-accent-text hover:underline"
                                >
                                  {name}
                                </Link>
                              ) : (
                                name
                              )}
                            </span>
                          )),
                  },
                ]}
              />
            </Section>
            <TagDefaults tag={tag} />
            {mayReadLog && (
              <Section title={t("Activity")} flush>
                <ActivityFeed target={`tag:${tagId}`} moreHref={`/${tenant}/audit?target=tag:${tagId}`} />
              </Section>
            )}
          </>
        }
      >
        <TagPolicies tag={tag} />
        <TagPeople tenant={tenant} tag={tag} mayFindPeople={mayFindPeople} />
      </DetailLayout>
      <TagDialog
        open={open === "rename"}
        onOpenChange={(next) => setOpen(next ? "rename" : null)}
        tenant={tenant}
        tag={tag}
      />
      <ConfirmDialog
        open={open === "delete"}
        onOpenChange={(next) => setOpen(next ? "delete" : null)}
        title={t("Delete the tag {tag}?", { tag: tag.name })}
        action={t("Delete tag")}
        danger
        {...(tag.people > 0 && { typed: tag.name })}
        onConfirm={() => remove({ tagId })}
      >
        <p>
          {t(
            "{people, plural, =0 {No users have it.} one {# user loses it and its policies.} other {# users lose it and its policies.}}",
            { people: tag.people },
          )}{" "}
          {tag.apps.length > 0 &&
            t("Users who can open {apps} only because of this tag are signed out of it at once.", {
              apps: tag.apps.map(({ name }) => name).join(", "),
            })}{" "}
          {t("This cannot be undone.")}
        </p>
      </ConfirmDialog>
    </>
  );
}
