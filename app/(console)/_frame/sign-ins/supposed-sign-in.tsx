"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Skeleton } from "@/components/ui/feedback";
import { supposed, supposedIn } from "./supposed";

// Few open it, and what forms need is heavy.
const SupposedForm = dynamic(() => import("./supposed-form").then((module) => module.SupposedForm), {
  loading: () => <Skeleton className="h-28" />,
});

/** What is supposed of a sign-in, kept in the address. */
export const useSupposed = () => supposedIn(useQueryStates(supposed)[0]);

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
