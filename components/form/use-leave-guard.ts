"use client";

import { useExtracted } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { guardLeaving } from "./leave-guard";

/** Asks before what was typed is lost: by a link to another page of the console, or with the page itself. */
export function useLeaveGuard(isDirty: () => boolean) {
  const t = useExtracted("shared");
  const question = t("What you have typed here is not saved. Leave the page without saving it?");
  const dirty = useEffectEvent(isDirty);
  useEffect(() => guardLeaving({ isDirty: () => dirty(), question }), [question]);
}
