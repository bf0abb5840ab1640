"use client";

import { useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, MoreHorizontal, Pencil, Plus, TextCursorInput, Trash2 } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import type { Column } from "@/components/data-table/data-table";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Button, IconButton } from "@/components/ui/button";
import { Badge, EmptyState } from "@/components/ui/feedback";
import { ConfirmDialog, Menu, MenuItem } from "@/components/ui/dialog/overlay";
import { PageHeader } from "@/components/ui/page/page";
import type { CustomField } from "@/server/domain/custom-fields/custom-fields.schema";
import { SearchedTable, useSearch } from "../../_frame/lists/searched-table";
import { useAction } from "../../_frame/use-action";
import { useDialogInUrl } from "../../_frame/use-dialog-in-url";
import { useTypeWords, useVisibilityWords } from "./words";

const CustomFieldDialog = lateDialog(() =>
  import("./custom-field-dialog").then((module) => module.CustomFieldDialog),
);

/** Returns the columns of the list. `actions` renders the buttons of a field. */
function useColumns(actions: (field: CustomField) => ReactNode): Column<CustomField>[] {
  const t = useExtracted("custom-fields");
  const typeWords = useTypeWords();
  const visibilityWords = useVisibilityWords();
  return [
    {
      id: "label",
      header: t("Label"),
      width: 12,
      cell: ({ displayLabel }) => <span className="block max-w-60 truncate">{displayLabel}</span>,
    },
    {
      id: "name",
      header: t("Name"),
      width: 10,
      cell: ({ fieldName }) => (
        <code className="block max-w-48 truncate font-mono text-sm text-ink-soft">{fieldName}</code>
      ),
      hideable: true,
    },
    {
      id: "type",
      header: t("Type"),
      width: 8,
      cell: ({ fieldType }) => typeWords[fieldType],
      hideable: true,
    },
    {
      id: "visibility",
      header: t("Visible to"),
      width: 8,
      cell: ({ visibility }) => (
        <span title={visibilityWords[visibility].hint}>{visibilityWords[visibility].label}</span>
      ),
      hideable: true,
    },
    {
      id: "marks",
      header: t("Properties"),
      width: 10,
      cell: ({ isMandatory, isPii }) => (
        <span className="flex gap-1.5">
          {isMandatory && <Badge tone="info">{t("Mandatory")}</Badge>}
          {isPii && <Badge tone="warning">{t("Personal data")}</Badge>}
        </span>
      ),
      hideable: true,
    },
    {
      id: "actions",
      header: "",
      align: "right",
      cell: actions,
    },
  ];
}

/** Buttons that move a field up or down. User pages show the fields in this order. */
function MoveButtons({
  field,
  isFirst,
  isLast,
  onMove,
}: {
  field: CustomField;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}) {
  const t = useExtracted("custom-fields");
  return (
    <>
      <IconButton
        label={t("Move {field} up", { field: field.displayLabel })}
        disabled={isFirst}
        onClick={() => onMove(-1)}
      >
        <ArrowUp />
      </IconButton>
      <IconButton
        label={t("Move {field} down", { field: field.displayLabel })}
        disabled={isLast}
        onClick={() => onMove(1)}
      >
        <ArrowDown />
      </IconButton>
    </>
  );
}

function FieldMenu({
  field,
  onEdit,
  onDelete,
}: {
  field: CustomField;
  onEdit: () => void;
  onDelete: () => void;
}) {
  const t = useExtracted("custom-fields");
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {field}", { field: field.displayLabel })}>
          <MoreHorizontal />
        </IconButton>
      }
    >
      <MenuItem onSelect={onEdit}>
        <Pencil aria-hidden />
        {t("Edit…")}
      </MenuItem>
      <MenuItem danger onSelect={onDelete}>
        <Trash2 aria-hidden />
        {t("Delete…")}
      </MenuItem>
    </Menu>
  );
}

/** Lists the organization's custom fields in the order of the user pages. */
export function CustomFieldsTable() {
  const t = useExtracted("custom-fields");
  const trpc = useTRPC();
  const query = useQuery(trpc.customFields.list.queryOptions({}));
  const [search] = useSearch();
  const [adding, setAdding] = useDialogInUrl("new");
  const [edited, setEdited] = useState<CustomField | null>(null);
  const [asked, setAsked] = useState<CustomField | null>(null);
  const remove = useAction(trpc.customFields.remove.mutationOptions(), () => t("The field was deleted."));
  const order = useAction(trpc.customFields.order.mutationOptions(), () => null);
  const fields = query.data ?? [];
  const placeOf = ({ fieldName }: CustomField) => fields.findIndex((field) => field.fieldName === fieldName);
  const move = async (field: CustomField, by: -1 | 1) => {
    const names = fields.map(({ fieldName }) => fieldName);
    const place = placeOf(field);
    const [name] = names.splice(place, 1);
    names.splice(place + by, 0, name!);
    try {
      await order({ fieldNames: names });
    } catch (error) {
      toast.refused(error);
    }
  };
  const columns = useColumns((field) => (
    // A click on these buttons must not open the row.
    <span className="inline-flex" onClick={(event) => event.stopPropagation()}>
      {search === "" && (
        <MoveButtons
          field={field}
          isFirst={placeOf(field) === 0}
          isLast={placeOf(field) === fields.length - 1}
          onMove={(by) => void move(field, by)}
        />
      )}
      <FieldMenu field={field} onEdit={() => setEdited(field)} onDelete={() => setAsked(field)} />
    </span>
  ));
  const add = (
    <Button variant="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden />
      {t("New field")}
    </Button>
  );
  return (
    <>
      <PageHeader
        title={t("Custom fields")}
        description={t(
          "Information about people in addition to name and address. A person’s page shows the fields in this order.",
        )}
        actions={add}
      />
      <SearchedTable
        query={query}
        id="custom-fields"
        label={t("Custom fields")}
        columns={columns}
        search={{
          label: t("Search fields"),
          textOf: ({ fieldName, displayLabel }) => [fieldName, displayLabel],
          none: t("No field matches"),
          icon: TextCursorInput,
        }}
        rowKey={({ fieldId }) => fieldId}
        onRowClick={setEdited}
        empty={
          <EmptyState icon={TextCursorInput} title={t("No custom fields yet")} action={add}>
            {t("A field such as “Cost centre” or “Start date” appears on every person’s page.")}
          </EmptyState>
        }
      />
      <CustomFieldDialog
        key={edited?.fieldName ?? "new"}
        open={edited !== null || adding}
        onOpenChange={() => {
          setEdited(null);
          setAdding(false);
        }}
        taken={fields.map(({ fieldName }) => fieldName)}
        {...(edited !== null && { field: edited })}
      />
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={() => setAsked(null)}
        title={t("Delete the field {field}?", { field: asked?.displayLabel ?? "" })}
        action={t("Delete field")}
        danger
        typed={asked?.fieldName ?? ""}
        onConfirm={async () => asked && remove({ fieldName: asked.fieldName })}
      >
        <p>{t("All its values are deleted, too. This cannot be undone.")}</p>
      </ConfirmDialog>
    </>
  );
}
