"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Section } from "@/components/ui/page";
import type { CountryRestriction } from "@/server/domain/access-rules/access-rules.schema";
import { countryName } from "../../_frame/countries";
import { QueryError } from "../../_frame/query-error";
import { useAction } from "../../_frame/use-action";
import { CountryPicker } from "./country-picker";
import { PreviewOf } from "./draft-preview";

const modes = [
  { mode: "disabled", label: "No restriction", hint: "Sign-ins from every country." },
  { mode: "allow", label: "Only these countries", hint: "Sign-ins from anywhere else are refused." },
  { mode: "deny", label: "All but these countries", hint: "Sign-ins from these are refused." },
] as const;

/** The organization's country restriction: what it is, and the form that changes it. */
export function CountryRestrictionSection() {
  const query = useQuery(useTRPC().accessRules.restriction.queryOptions({}));
  const [editing, setEditing] = useState(false);
  if (query.isError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  return (
    <Section
      title="Country restriction"
      description="Where the address of a sign-in may be. Addresses whose country is not known, private networks among them, are not restricted."
      actions={
        !editing && (
          <Button disabled={!query.data} onClick={() => setEditing(true)}>
            Change
          </Button>
        )
      }
    >
      {!query.data ? (
        <Skeleton />
      ) : editing ? (
        <RestrictionForm saved={query.data} onDone={() => setEditing(false)} />
      ) : (
        <Summary {...query.data} />
      )}
    </Section>
  );
}

function Summary({ mode, countries }: CountryRestriction) {
  if (mode === "disabled") return <p>People may sign in from every country.</p>;
  return (
    <p className="break-words">
      People {mode === "allow" ? "may sign in only from" : "may not sign in from"}{" "}
      <strong className="font-medium">{countries.map(countryName).sort().join(", ")}</strong>.
    </p>
  );
}

function RestrictionForm({ saved, onDone }: { saved: CountryRestriction; onDone: () => void }) {
  const [draft, setDraft] = useState(saved);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const save = useAction(
    useTRPC().accessRules.setRestriction.mutationOptions(),
    () => "The country restriction was saved.",
  );
  const change = (next: Partial<CountryRestriction>) => {
    setDraft({ ...draft, ...next });
    setProblem(null);
  };
  const submit = () => {
    if (draft.mode === "disabled" || draft.countries.length > 0) setConfirming(true);
    else setProblem("Choose at least one country.");
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset className="grid gap-2 sm:grid-cols-3">
        <legend className="sr-only">Which sign-ins are let in</legend>
        {modes.map(({ mode, label, hint }) => (
          <label
            key={mode}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="mode"
              value={mode}
              checked={draft.mode === mode}
              onChange={() => change({ mode })}
              className="mt-1 accent-[var(--accent)]"
            />
            <span>
              <span className="block font-medium">{label}</span>
              <span className="block text-sm text-ink-soft">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {draft.mode !== "disabled" && (
        <CountryPicker
          chosen={draft.countries}
          onChange={(countries) => change({ countries })}
          effect={draft.mode}
        />
      )}
      {problem && <Callout tone="danger">{problem}</Callout>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          Review and save
        </Button>
        <Button onClick={onDone}>Cancel</Button>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title="Save the country restriction?"
        action="Save"
        onConfirm={async () => {
          await save(draft);
          onDone();
        }}
      >
        <Summary {...draft} />
        <PreviewOf key={JSON.stringify(draft)} draft={{ restriction: draft }} />
        <p>It holds for sign-ins from now on; whoever is signed in stays signed in.</p>
      </ConfirmDialog>
    </form>
  );
}
