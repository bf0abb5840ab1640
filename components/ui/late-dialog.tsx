"use client";

import { lazy, Suspense, useState, type ComponentType } from "react";

/**
 * A dialog whose code comes when it is first opened: with what checks its form, it is often heavier than its page. Like the
 * dialog itself in every other way.
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
