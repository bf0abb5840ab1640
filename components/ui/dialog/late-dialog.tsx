"use client";

import { lazy, Suspense, useState, type ComponentType } from "react";

/**
 * Returns a dialog component whose code is loaded when the dialog first opens. The code of a dialog with its validation is
 * often larger than the page.
 */
export function lateDialog<Props extends { open: boolean }>(load: () => Promise<ComponentType<Props>>) {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function LateDialog(props: Props) {
    const [asked, setAsked] = useState(props.open);
    if (props.open && !asked) setAsked(true);
    return (
      asked && (
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
}
