"use client";

import {
  ArrowDown,
  ArrowUp,
  MoreHorizontal,
  Pencil,
  Plus,
  TableProperties,
  Trash2,
  Wand2,
} from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import type { Column } from "@/components/data-table/data-table";
import { Button, IconButton } from "@/components/ui/button";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { EmptyState } from "@/components/ui/feedback";
import { claimPresets, type ClaimPreset } from "@/server/domain/app-claims/presets.schema";
import { QueryTable } from "../lists/query-table";
import { actionsId, useClaimChanges, type ClaimList, type Row } from "./claim-changes";
import { ClaimPreview, type ClaimPreviewProps } from "./claim-preview";
import type { ClaimRule } from "./claim-rule";
import { usePlaceWords, useSourceWords } from "./claim-words";

const ClaimDialog = lateDialog(() => import("./claim-dialog").then((module) => module.ClaimDialog));

type Open = { what: "edit" | "remove"; row: Row } | { what: "new" } | null;

export interface ClaimsProps extends ClaimList {
  /** True for an app: its rules name the tokens and answers that contain the claim, and presets fill the list. */
  ofApp: boolean;
  mayListFields: boolean;
  /** Null: the administrator may not see data of users. */
  preview: ClaimPreviewProps | null;
}

function useColumns(ofApp: boolean): Column<Row>[] {
  const t = useExtracted("console-claims");
  const sourceWords = useSourceWords();
  const placeWords = usePlaceWords();
  return [
    {
      id: "claim",
      header: t("Claim"),
      width: 9,
      cell: ({ rule: { claim } }) => (
        <code
          className="inline-block max-w-40 truncate align-bottom font-mono text-sm sm:max-w-56"
          title={claim}
        >
          {claim}
        </code>
      ),
    },
    {
      id: "source",
      header: t("Source"),
      width: 16,
      cell: ({ rule: { source } }) => (
        <span className="block max-w-80 truncate" title={sourceWords(source)}>
          {sourceWords(source)}
        </span>
      ),
    },
    {
      id: "condition",
      header: t("Condition"),
      width: 14,
      cell: ({ rule: { condition } }) =>
        condition === null ? (
          <span className="text-ink-faint">{t("Always")}</span>
        ) : (
          <code className="block max-w-96 truncate font-mono text-xs" title={condition}>
            {condition}
          </code>
        ),
    },
    ...(ofApp
      ? [
          {
            id: "in",
            header: t("Contained in"),
            width: 12,
            cell: ({ rule }: Row) => (
              <span className="text-ink-soft">
                {(rule.in ?? []).map((place) => placeWords[place]).join(", ")}
              </span>
            ),
          },
        ]
      : []),
  ];
}

/** Menu of a rule. The first rule cannot move up, and the last one cannot move down. */
function ClaimMenu({
  row: { rule, index },
  count,
  onEdit,
  onMove,
  onRemove,
}: {
  row: Row;
  /** Number of rules. */
  count: number;
  onEdit: () => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}) {
  const t = useExtracted("console-claims");
  return (
    <Menu
      trigger={
        <IconButton
          id={actionsId(index)}
          label={t("Actions for claim {number}, {claim}", { number: String(index + 1), claim: rule.claim })}
        >
          <MoreHorizontal />
        </IconButton>
      }
    >
      <MenuItem onSelect={onEdit}>
        <Pencil aria-hidden />
        {t("Edit…")}
      </MenuItem>
      {index > 0 && (
        <MenuItem onSelect={() => onMove(-1)}>
          <ArrowUp aria-hidden />
          {t("Move up")}
        </MenuItem>
      )}
      {index < count - 1 && (
        <MenuItem onSelect={() => onMove(1)}>
          <ArrowDown aria-hidden />
          {t("Move down")}
        </MenuItem>
      )}
      <MenuItem danger onSelect={onRemove}>
        <Trash2 aria-hidden />
        {t("Remove…")}
      </MenuItem>
    </Menu>
  );
}

/** Explanation of the list, with the buttons that add claims. Without `onUse`, there are no presets. */
function ClaimToolbar({ onAdd, onUse }: { onAdd: () => void; onUse?: (preset: ClaimPreset) => void }) {
  const t = useExtracted("console-claims");
  return (
    <div className="flex flex-1 flex-wrap items-center justify-between gap-2 pl-1">
      <p className="text-sm text-ink-soft">
        {t("The first rule of a claim that applies decides. Changes apply to new tokens.")}
      </p>
      <span className="flex flex-wrap gap-2">
        {onUse && (
          <Menu
            trigger={
              <Button>
                <Wand2 aria-hidden />
                {t("Use a preset")}
              </Button>
            }
          >
            {Object.values<ClaimPreset>(claimPresets).map((preset) => (
              <MenuItem key={preset.name} onSelect={() => onUse(preset)}>
                {preset.name}
              </MenuItem>
            ))}
          </Menu>
        )}
        <Button variant="primary" onClick={onAdd}>
          <Plus aria-hidden />
          {t("Add claim")}
        </Button>
      </span>
    </div>
  );
}

function RemoveDialog({
  rules = [],
  row,
  onClose,
  onRemove,
}: {
  rules: readonly ClaimRule[] | undefined;
  /** Rule to remove. Null: the dialog is closed. */
  row: Row | null;
  onClose: () => void;
  onRemove: (row: Row) => Promise<void>;
}) {
  const t = useExtracted("console-claims");
  const same = rules.filter(({ claim }) => claim === row?.rule.claim).length;
  return (
    <ConfirmDialog
      open={row !== null}
      onOpenChange={onClose}
      title={t("Remove the claim {claim}?", { claim: row?.rule.claim ?? "" })}
      action={t("Remove claim")}
      danger
      onConfirm={async () => row && onRemove(row)}
    >
      <p>
        {same > 1
          ? t("The other rules of the claim then decide.")
          : t("New tokens do not contain it any more.")}
      </p>
    </ConfirmDialog>
  );
}

/** Lists the rules for claims of an app or an API, in the order in which they decide. Each change is saved at once. */
export function Claims(props: ClaimsProps) {
  const t = useExtracted("console-claims");
  const { query, rules, ofApp, mayListFields, preview } = props;
  const changes = useClaimChanges(props);
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const row = open && "row" in open ? open.row : null;
  const columns: Column<Row>[] = [
    ...useColumns(ofApp),
    {
      id: "actions",
      header: "",
      align: "right",
      cell: (one) => (
        // A click on the menu must not open the row.
        <span onClick={(event) => event.stopPropagation()}>
          <ClaimMenu
            row={one}
            count={rules?.length ?? 0}
            onEdit={() => setOpen({ what: "edit", row: one })}
            onMove={(by) => void changes.move(one, by)}
            onRemove={() => setOpen({ what: "remove", row: one })}
          />
        </span>
      ),
    },
  ];
  return (
    <div className="space-y-4">
      <QueryTable
        query={query}
        id={ofApp ? "app-claims" : "api-claims"}
        label={t("Claims")}
        columns={columns}
        rows={rules?.map((rule, index) => ({ rule, index }))}
        rowKey={({ index }) => index}
        onRowClick={(one) => setOpen({ what: "edit", row: one })}
        toolbar={
          <ClaimToolbar
            onAdd={() => setOpen({ what: "new" })}
            {...(ofApp && { onUse: (preset) => void changes.use(preset) })}
          />
        }
        empty={
          <EmptyState icon={TableProperties} title={t("No claims yet")}>
            {ofApp
              ? t("The app gets the claims of its scopes. Add others that it needs, such as groups.")
              : t("Access tokens of users contain no further claims. Add those that the API needs.")}
          </EmptyState>
        }
      />
      {preview && <ClaimPreview {...preview} />}
      <ClaimDialog
        key={row?.index ?? "new"}
        open={open?.what === "new" || open?.what === "edit"}
        onOpenChange={close}
        rule={open?.what === "edit" ? open.row.rule : null}
        hasPlaces={ofApp}
        mayListFields={mayListFields}
        onSave={(rule) => (open?.what === "edit" ? changes.edit(open.row, rule) : changes.add(rule))}
      />
      <RemoveDialog
        rules={rules}
        row={open?.what === "remove" ? open.row : null}
        onClose={close}
        onRemove={changes.remove}
      />
    </div>
  );
}
