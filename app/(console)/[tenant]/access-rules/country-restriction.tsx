"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted, useLocale } from "next-intl";
import dynamic from "next/dynamic";
import { useState, type ReactNode } from "react";
import { useTRPC } from "@/components/data/trpc";
import { currentOf } from "@/components/form/conflicts";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Callout, Skeleton } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import type { CountryRestriction } from "@/server/domain/access-rules/access-rules.schema";
import { useCountries } from "../../_frame/words/countries";
import { QueryError } from "../../_frame/lists/query-error";
import { useAction } from "../../_frame/use-action";
import { CountryPicker } from "./country-picker";

// Loaded on demand, because only the confirmation dialog shows the preview.
const PreviewOf = dynamic(() => import("./draft-preview").then((module) => module.PreviewOf), { ssr: false });

function useModes() {
  const t = useExtracted("access-rules");
  return [
    { mode: "disabled", label: t("No restriction"), hint: t("Sign-ins from every country.") },
    { mode: "allow", label: t("Only these countries"), hint: t("Sign-ins from anywhere else are refused.") },
    { mode: "deny", label: t("All but these countries"), hint: t("Sign-ins from these are refused.") },
  ] as const;
}

/** Shows the organization's country restriction and the form that changes it. */
export function CountryRestrictionSection() {
  const t = useExtracted("access-rules");
  const query = useQuery(useTRPC().accessRules.restriction.queryOptions({}));
  const [editing, setEditing] = useState(false);
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  return (
    <Section
      title={t("Country restriction")}
      description={t(
        "The countries from which sign-ins are allowed. Addresses without a known country, such as private networks, are not restricted.",
      )}
      actions={
        !editing && (
          <Button disabled={!query.data} onClick={() => setEditing(true)}>
            {t("Change")}
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
  const t = useExtracted("access-rules");
  const locale = useLocale();
  const { countryName } = useCountries();
  if (mode === "disabled") return <p>{t("People may sign in from every country.")}</p>;
  const values = {
    countries: countries
      .map(countryName)
      .sort((one, other) => one.localeCompare(other, locale))
      .join(", "),
    strong: (chunks: ReactNode) => (
      <strong className="font-medium" suppressHydrationWarning>
        {chunks}
      </strong>
    ),
  };
  return (
    <p className="break-words">
      {mode === "allow"
        ? t.rich("People may sign in only from <strong>{countries}</strong>.", values)
        : t.rich("People may not sign in from <strong>{countries}</strong>.", values)}
    </p>
  );
}

function RestrictionForm({ saved, onDone }: { saved: CountryRestriction; onDone: () => void }) {
  const t = useExtracted("access-rules");
  const modes = useModes();
  const [draft, setDraft] = useState(saved);
  const [basedOn, setBasedOn] = useState(saved);
  /** Version that another administrator saved while this form was open. */
  const [theirs, setTheirs] = useState<CountryRestriction | null>(null);
  const [confirming, setConfirming] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const trpc = useTRPC();
  const queries = useQueryClient();
  const restriction = trpc.accessRules.restriction.queryOptions({});
  const save = useAction(trpc.accessRules.setRestriction.mutationOptions(), () =>
    t("The country restriction was saved."),
  );
  const change = (next: Partial<CountryRestriction>) => {
    setDraft({ ...draft, ...next });
    setProblem(null);
  };
  const submit = () => {
    if (draft.mode === "disabled" || draft.countries.length > 0) setConfirming(true);
    else setProblem(t("Choose at least one country."));
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
        <legend className="sr-only">{t("Allowed sign-ins")}</legend>
        {modes.map(({ mode, label, hint }) => (
          <label
            key={mode}
            className="flex items-start gap-2.5 rounded-md border border-line px-3 py-2 hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft"
          >
            <Box
              type="radio"
              name="mode"
              value={mode}
              checked={draft.mode === mode}
              onChange={() => change({ mode })}
              className="mt-0.5"
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
      {theirs && (
        <Callout
          tone="warning"
          urgent
          title={t("Someone else has changed the country restriction in the meantime")}
        >
          <div className="space-y-2">
            <Summary {...theirs} />
            <p>
              {t(
                "Nothing was saved, and your selection is still here. Load the other version if it is the right one, or save again to replace it with yours.",
              )}
            </p>
            <Button
              size="sm"
              onClick={() => {
                change(theirs);
                setTheirs(null);
              }}
            >
              {t("Load the other version")}
            </Button>
          </div>
        </Callout>
      )}
      {problem && <Callout tone="danger">{problem}</Callout>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          {t("Review and save")}
        </Button>
        <Button onClick={onDone}>{t("Cancel")}</Button>
      </div>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={t("Save the country restriction?")}
        action={t("Save")}
        onConfirm={async () => {
          try {
            await save({ ...draft, $basedOn: { ...basedOn } });
          } catch (error) {
            if (currentOf(error) === null) throw error;
            const now = await queries.fetchQuery({ ...restriction, staleTime: 0 });
            setBasedOn(now);
            return setTheirs(now);
          }
          onDone();
        }}
      >
        <Summary {...draft} />
        <PreviewOf key={JSON.stringify(draft)} restriction={draft} />
        <p>{t("It applies to new sign-ins. Users who are signed in stay signed in.")}</p>
      </ConfirmDialog>
    </form>
  );
}
