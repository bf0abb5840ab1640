"use client";

import { useQuery } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useExtracted } from "next-intl";
import { useId, useState, type DragEvent } from "react";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Callout, EmptyState, Spinner } from "@/components/ui/feedback";
import { Textarea } from "@/components/ui/input/input";
import { PageHeader, Section } from "@/components/ui/page/page";
import { RelativeTime } from "@/components/ui/text";
import { useHydrated } from "@/components/ui/use-hydrated";
import { MOST_CHARACTERS, MOST_ROWS, RETENTION_DAYS } from "@/server/domain/user-imports/limits.schema";
import type { UserImport } from "@/server/domain/user-imports/user-imports.schema";
import { QueryTable } from "../../../_frame/lists/query-table";
import { useAction } from "../../../_frame/use-action";
import { ImportState, useNumber } from "./import-state";

const MOST_MILLIONS = MOST_CHARACTERS / 1_000_000;

function useColumns(): Column<UserImport>[] {
  const t = useExtracted("users");
  const number = useNumber();
  return [
    {
      id: "file",
      header: t("File"),
      width: 14,
      cell: ({ fileName }) => <span className="block max-w-64 truncate">{fileName}</span>,
    },
    { id: "state", header: t("State"), width: 9, cell: (one) => <ImportState one={one} /> },
    { id: "rows", header: t("Rows"), align: "right", width: 5, cell: ({ rowCount }) => number(rowCount) },
    {
      id: "result",
      header: t("Added, changed, refused"),
      align: "right",
      width: 11,
      cell: ({ counts: { created, updated, refused } }) =>
        `${number(created)} · ${number(updated)} · ${number(refused)}`,
    },
    {
      id: "by",
      header: t("Imported by"),
      width: 10,
      cell: ({ createdBy }) => (
        <span className="block max-w-48 truncate text-ink-soft">{createdBy.name ?? createdBy.email}</span>
      ),
    },
    {
      id: "at",
      header: t("Uploaded"),
      width: 8,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-ink-soft" />,
    },
  ];
}

/** Page that uploads a file of users. Also lists the earlier imports. */
export function ImportStart({ tenant }: { tenant: string }) {
  const t = useExtracted("users");
  const columns = useColumns();
  const trpc = useTRPC();
  const router = useRouter();
  const list = useQuery(
    trpc.userImports.list.queryOptions(
      {},
      {
        refetchInterval: ({ state }) =>
          state.data?.some(({ status }) => status === "running") ? 2_000 : false,
      },
    ),
  );
  const create = useAction(trpc.userImports.create.mutationOptions(), () => null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function bring(fileName: string, read: () => Promise<string>) {
    setBusy(true);
    setProblem(null);
    try {
      const text = await read();
      if (text.trim() === "") throw new Error(t("The file is empty."));
      if (!isText(text))
        throw new Error(
          t("The file is not text. It may be a picture or a spreadsheet. Save a spreadsheet as CSV first."),
        );
      if (text.length > MOST_CHARACTERS)
        throw new Error(
          t("The file has more than {millions, number} million characters. Split it.", {
            millions: MOST_MILLIONS,
          }),
        );
      const { importId } = await create({ fileName, text });
      router.push(`/${tenant}/users/import/${importId}`);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  }
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    // A character has at most four bytes in UTF-8. A file with more bytes therefore has too many characters.
    if (file.size > 4 * MOST_CHARACTERS) setProblem(t("The file is too large. Split it."));
    else void bring(file.name.slice(0, 200) || "people.csv", () => textOf(file));
  };

  return (
    <>
      <PageHeader
        trail={[{ label: t("Users"), href: `/${tenant}/users` }]}
        title={t("Import users")}
        description={t("Add and change users from a CSV file. You see a preview first.")}
      />
      <div className="space-y-4">
        {problem && (
          <Callout tone="danger" title={t("This file cannot be imported")}>
            {problem}
          </Callout>
        )}
        <div className="grid gap-4 lg:grid-cols-2">
          <FromFile busy={busy} onFile={take} />
          <FromClipboard
            busy={busy}
            onText={(text) => void bring(t("Pasted rows"), () => Promise.resolve(text))}
          />
        </div>
        <ColumnMeanings />
        <QueryTable
          query={list}
          id="user-imports"
          label={t("Imports")}
          columns={columns}
          rows={list.data}
          rowKey={({ importId }) => importId}
          rowHref={({ importId }) => `/${tenant}/users/import/${importId}`}
          empty={
            <EmptyState icon={FileUp} title={t("No imports yet")}>
              {t("Uploaded files are kept here for {days, number} days, with the result of each row.", {
                days: RETENTION_DAYS,
              })}
            </EmptyState>
          }
        />
      </div>
    </>
  );
}

/** Field for a file. The administrator chooses a file or drops a file on the field. */
function FromFile({ busy, onFile }: { busy: boolean; onFile: (files: FileList | null) => void }) {
  const t = useExtracted("users");
  const hydrated = useHydrated();
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFile(event.dataTransfer.files);
  };
  return (
    <Section title={t("From a file")}>
      <label
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cn(
          "flex min-h-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-md border border-dashed border-line-strong p-4 text-center transition-colors hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent",
          over && "border-accent bg-accent-soft",
        )}
      >
        {busy ? <Spinner /> : <FileUp aria-hidden className="size-5 text-ink-faint" />}
        <span className="font-medium">{busy ? t("Reading…") : t("Choose a CSV file, or drop it here")}</span>
        <span className="text-sm text-ink-soft">
          {t(
            "At most {rows, number} rows and {millions, number} million characters, separated by commas, semicolons or tabs.",
            { rows: MOST_ROWS, millions: MOST_MILLIONS },
          )}
        </span>
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values"
          className="sr-only"
          // Disabled before hydration, because React would not notice a file that was chosen earlier.
          disabled={busy || !hydrated}
          onChange={(event) => {
            onFile(event.target.files);
            event.target.value = "";
          }}
        />
      </label>
    </Section>
  );
}

/** Field for rows that the administrator pastes. */
function FromClipboard({ busy, onText }: { busy: boolean; onText: (text: string) => void }) {
  const t = useExtracted("users");
  const field = useId();
  const [pasted, setPasted] = useState("");
  return (
    <Section title={t("From the clipboard")}>
      <label htmlFor={field} className="mb-1 block text-sm font-medium">
        {t("Rows of a spreadsheet, or CSV")}
      </label>
      <Textarea
        id={field}
        rows={4}
        value={pasted}
        onChange={(event) => setPasted(event.target.value)}
        placeholder={`email,name,roles\n${t("ann@example.com,Ann Baker,Clerk; Auditor")}`}
        className="font-mono text-xs"
        spellCheck={false}
      />
      <div className="mt-3 flex justify-end">
        <Button disabled={pasted.trim() === ""} loading={busy} onClick={() => onText(pasted)}>
          {t("Continue")}
        </Button>
      </div>
    </Section>
  );
}

function ColumnMeanings() {
  const t = useExtracted("users");
  return (
    <Section title={t("About the columns")}>
      <ul className="list-disc space-y-1 pl-5 text-ink-soft marker:text-ink-faint">
        <li>
          {t.rich(
            "The first line names the columns. Only the <strong>address</strong> is required. A user with this address is changed. A new address adds a user.",
            { strong: (words) => <strong className="text-ink">{words}</strong> },
          )}
        </li>
        <li>{t("An empty cell keeps the current value. Users who are not in the file are not removed.")}</li>
        <li>
          {t(
            "Enter roles and tags by name, separated by semicolons. They are only added, never removed. A row with an unknown name is refused.",
          )}
        </li>
        <li>{t("Added people have an unverified address and no password, as when you add them by hand.")}</li>
      </ul>
    </Section>
  );
}

/**
 * Returns the text of a file. Decodes the file as UTF-16 if its byte order mark is one of UTF-16, and else as UTF-8. Decodes
 * invalid UTF-8 as Windows-1252, because older spreadsheet programs write Windows-1252.
 */
export async function textOf(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  const [first, second] = new Uint8Array(bytes);
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/**
 * Returns true if the content is text. A NUL character shows that the content is a picture, an archive or a spreadsheet file.
 */
export const isText = (text: string) => !text.includes("\0");
