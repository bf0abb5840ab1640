"use client";

import { useSyncExternalStore } from "react";

const noSubscription = () => () => {};

/** Whether the page has come to life in a browser; false on the server and in the first paint. */
export const useHydrated = () =>
  useSyncExternalStore(
    noSubscription,
    () => true,
    () => false,
  );
