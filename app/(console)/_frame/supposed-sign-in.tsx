"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { Skeleton } from "@/components/ui/feedback";
import { signInMethods } from "@/server/domain/access-rules/kinds.schema";
import type { ExplainInput } from "@/server/domain/apps/explain.schema";

// Few open it, and what forms need is heavy.
const SupposedForm = dynamic(() => import("./supposed-form").then((module) => module.SupposedForm), {
  loading: () => <Skeleton className="h-28" />,
});

/** How it stands in the address. */
export const supposed = {
  country: parseAsString,
  ip: parseAsString,
  method: parseAsStringLiteral(signInMethods),
};

/** What is supposed of a sign-in, kept in the address; only what is known. */
export function useSupposed(): Pick<ExplainInput, "country" | "ip" | "method"> {
  const [{ country, ip, method }] = useQueryStates(supposed);
  return {
    ...(country !== null && { country }),
    ...(ip !== null && { ip }),
    ...(method !== null && { method }),
  };
}

/** Asks from where and how the sign-in would come, for rules that look at that. */
export function SupposedSignIn() {
  const t = useExtracted("console");
  const [open, setOpen] = useState(Object.keys(useSupposed()).length > 0);
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-md border border-line"
    >
      <summary className="cursor-default rounded-md px-3 py-2 text-sm font-medium hover:bg-sunken">
        {t("Suppose where and how they sign in")}
      </summary>
      {open && (
        <div className="border-t border-line p-3">
          <SupposedForm />
        </div>
      )}
    </details>
  );
}
