"use client";

import { lazy, Suspense, useLayoutEffect, useState, type ComponentType } from "react";
import { holdKeys } from "./held-keys";

/**
 * Returns a dialog component whose code is loaded when the dialog first opens. The code of a dialog with its validation is
 * often larger than the page. Keys that are pressed while it loads go to the dialog. Without the property `open`, the dialog is
 * open as long as it is rendered.
 */
export function lateDialog<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LateDialog(props: Props) {
    const open = !("open" in props) || props.open === true;
    const [asked, setAsked] = useState(open);
    if (open && !asked) setAsked(true);
    return (
      asked && (
        <Suspense fallback={open && <Waiting />}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}

/** Holds the keys until the dialog replaces this component. Drops them if the person closes the dialog before. */
function Waiting() {
  useLayoutEffect(() => {
    holdKeys();
  }, []);
  return null;
}
