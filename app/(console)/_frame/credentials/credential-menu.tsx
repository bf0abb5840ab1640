"use client";

import { MoreHorizontal, RotateCw, ShieldOff } from "lucide-react";
import { useExtracted } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/dialog/overlay";

/** Menu of a credential. `children` are additional actions for one kind of credential. */
export function CredentialMenu({
  name,
  onRotate,
  onRevoke,
  children,
}: {
  name: string;
  onRotate: () => void;
  onRevoke: () => void;
  children: ReactNode;
}) {
  const t = useExtracted("console");
  return (
    <Menu
      trigger={
        <IconButton label={t("Actions for {name}", { name: name })}>
          <MoreHorizontal />
        </IconButton>
      }
    >
      {children}
      <MenuItem onSelect={onRotate}>
        <RotateCw aria-hidden />
        {t("Rotate secret…")}
      </MenuItem>
      <MenuItem danger onSelect={onRevoke}>
        <ShieldOff aria-hidden />
        {t("Revoke…")}
      </MenuItem>
    </Menu>
  );
}
