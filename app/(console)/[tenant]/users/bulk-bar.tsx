"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Download, X } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { saveCsv } from "@/components/data/csv-file";
import { useTRPC } from "@/components/data/trpc";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/menu/combobox";
import { MOST_SELECTED, type BulkAction } from "@/server/domain/users/bulk.schema";
import type { BulkStep } from "./bulk-words";

const BulkDialog = lateDialog(() => import("./bulk-dialog").then((module) => module.BulkDialog));

/** Bar with bulk actions for the selected users. */
export function BulkBar({
  tenant,
  chosen,
  filter,
  mayGrant,
  mayTag,
  onChange,
}: {
  tenant: string;
  chosen: ReadonlySet<number>;
  /** Filter of the list. The button "select all" selects all users that match the filter. */
  filter: { search?: string; status?: "active" | "suspended" | "locked" };
  mayGrant: boolean;
  mayTag: boolean;
  onChange: (chosen: ReadonlySet<number>) => void;
}) {
  const t = useExtracted("users");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [step, setStep] = useState<BulkStep | null>(null);
  const [busy, setBusy] = useState(false);
  const exported = useMutation(trpc.usersBulk.export.mutationOptions());

  async function attempt(work: () => Promise<void>) {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast.refused(error);
    }
    setBusy(false);
  }
  const chooseAll = () =>
    attempt(async () => {
      const { userIds, more } = await queries.fetchQuery(trpc.usersBulk.matching.queryOptions(filter));
      onChange(new Set(userIds));
      if (more)
        toast.info(
          t("The first {count, number} people are selected; there are more.", { count: MOST_SELECTED }),
        );
    });
  const save = () =>
    attempt(async () => {
      const rows = await exported.mutateAsync({ userIds: [...chosen] });
      // The CSV import recognizes columns with these names.
      saveCsv(`${tenant}-users.csv`, [
        ["user id", "email", "name", "status", "roles", "tags", "created"],
        ...rows.map(({ userId, email, name, status, roles, tags, createdAt }) => [
          userId,
          email,
          name,
          status,
          roles.join("; "),
          tags.join("; "),
          createdAt,
        ]),
      ]);
    });
  const roleSearch = async (text: string) => {
    const roles = await queries.fetchQuery(trpc.roles.grantable.queryOptions({}, { staleTime: 60_000 }));
    return roles
      .filter(({ name, appName }) => `${name} ${appName ?? ""}`.toLowerCase().includes(text.toLowerCase()))
      .slice(0, 50)
      .map(({ roleId, name, appName }) => ({
        id: String(roleId),
        label: name,
        hint: appName === null ? undefined : t("in {app}", { app: appName }),
      }));
  };
  const tagSearch = async (text: string) => {
    const tags = await queries.fetchQuery(trpc.tags.list.queryOptions({}, { staleTime: 60_000 }));
    return tags
      .filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()))
      .map(({ tagId, name }) => ({ id: String(tagId), label: name }));
  };
  const pick = (
    label: string,
    search: typeof roleSearch | typeof tagSearch,
    actionOf: (id: number) => BulkAction,
  ) => (
    <Combobox
      label={label}
      placeholder={t("Name…")}
      search={search}
      onPick={({ id, label: name }) => setStep({ action: actionOf(Number(id)), name })}
      trigger={
        <Button size="sm" aria-disabled={busy}>
          {label}
        </Button>
      }
    />
  );
  const act = (label: string, action: BulkAction) => (
    <Button size="sm" aria-disabled={busy} onClick={() => setStep({ action, name: "" })}>
      {label}
    </Button>
  );
  return (
    <div
      role="group"
      aria-label={t("With the selected users")}
      className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-3 py-2 text-sm"
    >
      <span role="status" className="font-medium text-accent-text tabular-nums">
        {t("{count, plural, one {# person} other {# people}} selected", { count: chosen.size })}
      </span>
      <Button size="sm" variant="ghost" aria-disabled={busy} onClick={() => void chooseAll()}>
        {t("Select all that match")}
      </Button>
      <span className="flex flex-1 flex-wrap items-center gap-2 sm:justify-end">
        {act(t("Suspend"), { do: "suspend" })}
        {act(t("Reactivate"), { do: "reactivate" })}
        {mayGrant && pick(t("Grant role"), roleSearch, (roleId) => ({ do: "grant", roleId }))}
        {mayGrant && pick(t("Remove role"), roleSearch, (roleId) => ({ do: "revoke", roleId }))}
        {mayTag && pick(t("Assign tag"), tagSearch, (tagId) => ({ do: "tag", tagId }))}
        {mayTag && pick(t("Remove tag"), tagSearch, (tagId) => ({ do: "untag", tagId }))}
        <Button size="sm" aria-disabled={busy} onClick={() => void save()}>
          <Download aria-hidden />
          {t("CSV")}
        </Button>
        <Button size="sm" variant="ghost" aria-disabled={busy} onClick={() => onChange(new Set())}>
          <X aria-hidden />
          {t("Clear")}
        </Button>
      </span>
      {step && <BulkDialog step={step} userIds={[...chosen]} onClose={() => setStep(null)} />}
    </div>
  );
}
