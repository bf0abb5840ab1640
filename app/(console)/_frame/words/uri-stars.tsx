"use client";

import { useExtracted } from "next-intl";
import { useWatch } from "react-hook-form";
import { Callout } from "@/components/ui/feedback";
import { starredIn } from "./lines";

/** Warns that a star in an address has no special meaning. Renders nothing if no address contains a star. */
export function UriStars({ name }: { name: string }) {
  const t = useExtracted("console");
  const text = useWatch({ name }) as unknown;
  const starred = typeof text === "string" ? starredIn(text) : undefined;
  if (starred === undefined) return null;
  return (
    <Callout tone="warning">
      {t("The asterisk is not a wildcard: the app must send exactly {uri}.", { uri: starred })}
    </Callout>
  );
}
