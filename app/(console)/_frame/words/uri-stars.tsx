"use client";

import { useExtracted } from "next-intl";
import { useWatch } from "react-hook-form";
import { Callout } from "@/components/ui/feedback";
import { starredIn } from "./lines";

/** Says of addresses typed one per line in a field that a star in one stands for nothing but itself; nothing where there is none. */
export function UriStars({ name }: { name: string }) {
  const t = useExtracted("console");
  const text = useWatch({ name }) as unknown;
  const starred = typeof text === "string" ? starredIn(text) : undefined;
  if (starred === undefined) return null;
  return (
    <Callout tone="warning">
      {t("A star stands for nothing but itself: the app must send exactly {uri}.", { uri: starred })}
    </Callout>
  );
}
