"use client";

import { ChevronsUpDown } from "lucide-react";
import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import type { ConsoleError } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Callout } from "@/components/ui/feedback";
import { Switch } from "@/components/ui/input/switch";
import { Section } from "@/components/ui/page/page";
import { CodeBlock } from "@/components/ui/text";
import { PersonPicker, type PickedPerson } from "../people/person-picker";
import { NotLoaded } from "../records/not-loaded";
import { usePlaceWords } from "./claim-words";

/** User of a preview. Null: none is chosen yet. */
interface Previewed {
  person: PickedPerson | null;
  secondFactor: boolean;
}

/** Returns the user of the preview, and a function that changes it. */
export const usePreviewed = () => useState<Previewed>({ person: null, secondFactor: false });

type Claims = Record<string, unknown>;

/** Claims of the chosen user. An API has only those of access tokens. */
interface ShownClaims {
  idToken?: Claims;
  accessToken: Claims;
  userinfo?: Claims;
  problems: { claim: string; reason: string }[];
}

export interface ClaimPreviewProps {
  previewed: Previewed;
  onChange: (previewed: Previewed) => void;
  query: {
    data: ShownClaims | undefined;
    error: ConsoleError | null;
    isPlaceholderData: boolean;
    refetch: () => Promise<unknown>;
  };
  /** Explanation below the title. */
  description: string;
}

/** Shows the claims that a user has by the stored rules. */
export function ClaimPreview({ previewed, onChange, query, description }: ClaimPreviewProps) {
  const t = useExtracted("console-claims");
  const factors = useId();
  const { person, secondFactor } = previewed;
  return (
    <Section title={t("Preview")} description={description}>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <PersonPicker
          align="start"
          onPick={(picked) => onChange({ ...previewed, person: picked })}
          trigger={
            <Button className="max-w-full">
              <span className="min-w-0 truncate">{person?.name ?? t("Choose a person…")}</span>
              <ChevronsUpDown aria-hidden />
            </Button>
          }
        />
        <span className="flex items-center gap-2">
          <Switch
            id={factors}
            checked={secondFactor}
            onCheckedChange={(checked) => onChange({ ...previewed, secondFactor: checked })}
          />
          <label htmlFor={factors}>{t("With two factors")}</label>
        </span>
      </div>
      {person !== null && (
        <div className="mt-4" aria-live="polite">
          {query.data && !query.error ? (
            <Shown claims={query.data} dimmed={query.isPlaceholderData} />
          ) : (
            <NotLoaded query={query} className="h-24" />
          )}
        </div>
      )}
    </Section>
  );
}

function Shown({ claims, dimmed }: { claims: ShownClaims; dimmed: boolean }) {
  const t = useExtracted("console-claims");
  const words = usePlaceWords();
  const { idToken, accessToken, userinfo, problems } = claims;
  const parts = [
    { label: words.id_token, found: idToken },
    { label: words.access_token, found: accessToken },
    { label: words.userinfo, found: userinfo },
  ];
  return (
    <div className={cn("space-y-4 transition-opacity", dimmed && "opacity-60")}>
      {problems.length > 0 && (
        <Callout tone="warning">
          <ul>
            {problems.map(({ claim, reason }) => (
              <li key={claim}>{t("{claim} is left out: {reason}", { claim, reason })}</li>
            ))}
          </ul>
        </Callout>
      )}
      <div className="grid gap-4 lg:auto-cols-fr lg:grid-flow-col">
        {parts.map(
          ({ label, found }) =>
            found && (
              <div key={label} className="min-w-0">
                <h3 className="mb-1 text-sm font-medium">{label}</h3>
                {Object.keys(found).length === 0 ? (
                  <p className="text-sm text-ink-faint">{t("None of these claims")}</p>
                ) : (
                  <CodeBlock text={JSON.stringify(found, null, 2)} label={label} />
                )}
              </div>
            ),
        )}
      </div>
    </div>
  );
}
