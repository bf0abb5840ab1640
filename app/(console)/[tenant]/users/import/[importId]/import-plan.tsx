"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { NativeSelect } from "@/components/ui/input/input";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { useUserFieldWords } from "@/components/user-field-words";
import type { ImportColumn, UserImport } from "@/server/domain/user-imports/user-imports.schema";
import { importFields } from "@/server/kernel/user-fields";
import { useAction } from "../../../../_frame/use-action";
import { useNumber, useRowsWord } from "../import-state";
import { rowFilters, rowsQuery } from "../../filters";
import { ImportRows } from "./import-rows";

/** Returns the user fields that a column can contain, without custom fields. */
function useChoices(): { value: ImportColumn; label: string }[] {
  const t = useExtracted("users");
  const words = useUserFieldWords();
  return [
    { value: "ignore", label: t("Do not import") },
    { value: "email", label: t("Address") },
    ...importFields.map((value) => ({ value, label: words(value) })),
    { value: "status", label: t("Status (active, suspended)") },
    { value: "roles", label: t("Roles") },
    { value: "tags", label: t("Tags") },
  ];
}

/** Chooses the user field for each column of the file. Shows a preview of the import. */
export function ImportPlan({ one }: { one: UserImport }) {
  const t = useExtracted("users");
  const number = useNumber();
  const rowsWord = useRowsWord();
  const choices = useChoices();
  const { importId, header } = one;
  const trpc = useTRPC();
  const [columns, setColumns] = useState(one.columns as ImportColumn[]);
  const [filters, setFilters] = useQueryStates(rowFilters, { history: "push" });
  const [starting, setStarting] = useState(false);
  const fields = useQuery(trpc.customFields.list.queryOptions({}));
  const addressed = columns.includes("email");
  const preview = useQuery(
    trpc.userImports.preview.queryOptions(
      { ...rowsQuery(importId, filters), columns },
      { enabled: addressed, placeholderData: keepPreviousData },
    ),
  );
  const start = useAction(trpc.userImports.start.mutationOptions(), () => null);
  const options = [
    ...choices,
    ...(fields.data ?? []).map(({ fieldName, displayLabel }) => ({
      value: `field:${fieldName}` as const,
      label: displayLabel,
    })),
  ];
  const choose = (index: number, column: ImportColumn) => {
    // Each user field has at most one column. If another column had this field, the import ignores that column.
    setColumns(
      columns.map((before, at) =>
        at === index ? column : before === column && column !== "ignore" ? "ignore" : before,
      ),
    );
    void setFilters({ after: 0 });
  };
  const counts = addressed ? preview.data?.counts : undefined;
  const work = (counts?.created ?? 0) + (counts?.updated ?? 0);
  return (
    <div className="space-y-4">
      <Section title={t("Columns")} description={t("Choose a field for each column.")} flush>
        <ul className="grid gap-x-8 p-2 sm:grid-cols-2 xl:grid-cols-3">
          {header.map((title, index) => (
            <li key={index} className="flex items-center gap-3 px-2 py-1.5">
              <span id={`column-${index}`} className="min-w-0 flex-1 truncate" title={title}>
                {title || (
                  <span className="text-ink-faint">
                    {t("Column {number}", { number: String(index + 1) })}
                  </span>
                )}
              </span>
              <NativeSelect
                aria-labelledby={`column-${index}`}
                value={columns[index]}
                onChange={(event) => choose(index, event.target.value as ImportColumn)}
                className="w-44 shrink-0"
              >
                {options.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </NativeSelect>
            </li>
          ))}
        </ul>
      </Section>
      {!addressed && (
        <Callout tone="warning">{t("Choose the column with the address. It identifies the users.")}</Callout>
      )}
      {counts && (
        <Section
          title={t("Preview")}
          actions={
            <Button variant="primary" disabled={work === 0} onClick={() => setStarting(true)}>
              {t("Start import")}
            </Button>
          }
        >
          <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
            {(
              [
                [t("Added"), counts.created],
                [t("Changed"), counts.updated],
                [t("Unchanged"), counts.unchanged],
                [t("Refused"), counts.refused],
              ] as const
            ).map(([label, count]) => (
              <div key={label}>
                <dt className="text-sm text-ink-faint">{label}</dt>
                <dd className="text-lg font-semibold tabular-nums">{number(count)}</dd>
              </div>
            ))}
          </dl>
          {preview.data!.problems.length > 0 && (
            <ul className="mt-4 space-y-1 text-sm">
              {preview.data!.problems.map(({ problem, rows }) => (
                <li key={problem} className="flex gap-3">
                  <span className="w-20 shrink-0 text-ink-faint tabular-nums">{rowsWord(rows)}</span>
                  <span className="min-w-0 break-words">{problem}</span>
                </li>
              ))}
            </ul>
          )}
        </Section>
      )}
      {addressed && <ImportRows planned query={preview} />}
      <ConfirmDialog
        open={starting}
        onOpenChange={setStarting}
        title={t("Import {count, plural, one {# row} other {# rows}}?", { count: work })}
        action={t("Start import")}
        onConfirm={async () => {
          await start({ importId, columns });
          await setFilters(null);
        }}
      >
        <p>
          {counts && counts.refused > 0
            ? t(
                "{created, number} added, {updated, number} changed. {refused, plural, one {# row} other {# rows}} would be refused and skipped.",
                { created: counts.created, updated: counts.updated, refused: counts.refused },
              )
            : t("{created, number} added, {updated, number} changed.", {
                created: counts?.created ?? 0,
                updated: counts?.updated ?? 0,
              })}
        </p>
        <p>
          {t(
            "The import runs on the server with your rights, even if you leave this page. You can stop it. Rows already processed stay.",
          )}
        </p>
      </ConfirmDialog>
    </div>
  );
}
