"use client";

import { Columns3 } from "lucide-react";
import { useExtracted } from "next-intl";
import { Button } from "../ui/button";
import { Menu, MenuCheck, MenuLabel } from "../ui/menu/menu";

interface Props {
  /** Columns that the person may hide. */
  columns: { id: string; header: string }[];
  hidden: string[];
  onChange: (hidden: string[]) => void;
}

/** Menu to show and hide columns of a table. Renders nothing if the table has no hideable columns. */
export function ColumnMenu({ columns, hidden, onChange }: Props) {
  const t = useExtracted("shared");
  if (columns.length === 0) return null;
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={t("Choose columns")}>
          <Columns3 aria-hidden />
          <span className="max-sm:hidden">{t("Columns")}</span>
        </Button>
      }
    >
      <MenuLabel>{t("Columns")}</MenuLabel>
      {columns.map(({ id, header }) => (
        <MenuCheck
          key={id}
          checked={!hidden.includes(id)}
          onChange={(checked) => onChange(checked ? hidden.filter((name) => name !== id) : [...hidden, id])}
        >
          {header}
        </MenuCheck>
      ))}
    </Menu>
  );
}
