"use client";

import { useExtracted } from "next-intl";
import dynamic from "next/dynamic";
import { useQueryStates } from "nuqs";
import { useState } from "react";
import { Skeleton } from "@/components/ui/feedback";
import { simulation, simulatedIn } from "./simulation";

// Loaded on demand, because few administrators open the form and the code of forms is large.
const SimulationForm = dynamic(() => import("./simulation-form").then((module) => module.SimulationForm), {
  loading: () => <Skeleton className="h-28" />,
});

/** Returns the assumed place and method of a sign-in, from the query of the page. */
export const useSimulation = () => simulatedIn(useQueryStates(simulation)[0]);

/** Asks for the place and the method of an assumed sign-in, because some access rules check them. */
export function SimulatedSignIn() {
  const t = useExtracted("console");
  const [open, setOpen] = useState(Object.keys(useSimulation()).length > 0);
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-md border border-line"
    >
      <summary className="cursor-default rounded-md px-3 py-2 text-sm font-medium hover:bg-sunken">
        {t("Simulate location and sign-in method")}
      </summary>
      {open && (
        <div className="border-t border-line p-3">
          <SimulationForm />
        </div>
      )}
    </details>
  );
}
