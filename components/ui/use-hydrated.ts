"use client";

import { useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/** Returns true after hydration. Returns false on the server and in the first render. */
export const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
