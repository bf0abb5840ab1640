"use client";

import { cloneElement, type ComponentProps, type ReactNode } from "react";
import type * as Parts from "./menu-parts";
import { useLate, type Trigger } from "../dialog/use-late";

/*
 * Menus whose code is loaded before the first opening. The code for positioning and keyboard input would be an eighth of the
 * scripts that each page loads first.
 */

// React.lazy is not suitable here. Each part would suspend separately, and an opened menu would have no element to focus.
let parts: typeof Parts | null = null;
const load = async () => void (parts = await import("./menu-parts"));

export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: Trigger;
  children: ReactNode;
  align?: "start" | "end";
}) {
  const { arrived, open, setOpen, triggerProps } = useLate(load, "ArrowDown");
  if (!arrived || !parts) return cloneElement(trigger, { ...triggerProps, "aria-haspopup": "menu" });
  return (
    <parts.MenuRoot trigger={trigger} align={align} open={open} onOpenChange={setOpen}>
      {children}
    </parts.MenuRoot>
  );
}

export const MenuItem = (props: ComponentProps<typeof Parts.MenuItem>) =>
  parts && <parts.MenuItem {...props} />;

export const MenuLink = (props: ComponentProps<typeof Parts.MenuLink>) =>
  parts && <parts.MenuLink {...props} />;

/** Menu item that is on or off. The menu stays open after a choice. */
export const MenuCheck = (props: ComponentProps<typeof Parts.MenuCheck>) =>
  parts && <parts.MenuCheck {...props} />;

/** Heading for the menu items below it. */
export const MenuLabel = (props: ComponentProps<typeof Parts.MenuLabel>) =>
  parts && <parts.MenuLabel {...props} />;

/** Line between groups of menu items. */
export const MenuSeparator = () => parts && <parts.MenuSeparator />;
