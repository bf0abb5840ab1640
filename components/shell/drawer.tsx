"use client";

import { useExtracted } from "next-intl";
import { Dialog as Radix } from "radix-ui";
import type { ReactNode } from "react";
import { useWayBack } from "../ui/focus";

/** The navigation of a narrow screen, from the left edge. Holds the focus, gives it back. */
export function Drawer({
  open,
  onOpenChange,
  children,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
}) {
  const wayBack = useWayBack(open);
  const t = useExtracted("console");
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="overlay fixed inset-0 z-40 bg-black/45" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={wayBack}
          className="drawer fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-line bg-canvas"
        >
          <Radix.Title className="sr-only">{t("Navigation")}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
