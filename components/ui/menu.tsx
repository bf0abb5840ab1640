"use client";

import { cloneElement, type ComponentProps, type ReactNode } from "react";
import type * as Parts from "./menu-parts";
import { useLate, type Trigger } from "./use-late";

/*
 * Menus, loaded when somebody is about to open one: what places and moves through them would be an eighth of every page's
 * first load.
 */

// Not React.lazy: each part would wait for a moment of its own, and an opened menu would have nothing to focus.
let parts: typeof Parts | null = null;
const load = async () => void (parts = await import("./menu-parts"));

/** A menu that opens from a button. */
export function Menu({
  trigger,
  children,
  align = "end",
}: {
  trigger: Trigger;
  children: ReactNode;
  align?: "start" | "end";
}) {
  const { arrived, open, setOpen, triggerProps } = useLate(load);
  if (!arrived || !parts) return cloneElement(trigger, { ...triggerProps, "aria-haspopup": "menu" });
  return (
    <parts.MenuRoot trigger={trigger} align={align} open={open} onOpenChange={setOpen}>
      {children}
    </parts.MenuRoot>
  );
}

/** One choice of a menu. */
export const MenuItem = (props: ComponentProps<typeof Parts.MenuItem>) =>
  parts && <parts.MenuItem {...props} />;

/** A choice of a menu that is a link. */
export const MenuLink = (props: ComponentProps<typeof Parts.MenuLink>) =>
  parts && <parts.MenuLink {...props} />;

/** A choice that is on or off; the menu stays open. */
export const MenuCheck = (props: ComponentProps<typeof Parts.MenuCheck>) =>
  parts && <parts.MenuCheck {...props} />;

/** What the choices below it have in common. */
export const MenuLabel = (props: ComponentProps<typeof Parts.MenuLabel>) =>
  parts && <parts.MenuLabel {...props} />;

/** Parts groups of choices. */
export const MenuSeparator = () => parts && <parts.MenuSeparator />;
