"use client";

import { useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/** Returns true after hydration. False on the server and in the first paint. */
export const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
