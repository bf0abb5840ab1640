"use client";

import { useMutation } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { notSaved } from "@/components/form/use-edit-conflicts";
import { Box } from "@/components/ui/box";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/overlay";
import {
  definitionOf,
  NewAccessRule,
  ruleTypes,
  type RuleType,
} from "@/server/domain/access-rules/access-rules.schema";
import type { DraftPreview } from "@/server/domain/access-rules/preview.schema";
import { useAction } from "../../_frame/use-action";
import type { Subjects } from "./access-rules";
import { useBlindSpot } from "./blind-spot";
import { AskPreview } from "./draft-preview";
import { InstantField } from "./fields";
import { RuleFields, startOf } from "./rule-fields";
import { useRuleSentence } from "./rule-sentence";
import { SubjectField, useSubjectNames } from "./subject-field";
import { useTypeWords } from "./words";

/** Writes a rule: what it looks at, whom it is about, and in a sentence what it will do. */
export function RuleDialog({
  open,
  onOpenChange,
  may,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  may: Subjects;
}) {
  const t = useExtracted("access-rules");
  const trpc = useTRPC();
  const create = useAction(trpc.accessRules.create.mutationOptions(), () => t("The rule was created."));
  const { mutateAsync: preview } = useMutation(trpc.accessRules.preview.mutationOptions());
  const [foreseen, setForeseen] = useState<Foreseen | null>(null);
  /** Whom it would refuse, if that is anybody and was not shown yet. What cannot be told keeps no rule from being made. */
  const unseen = async (rule: NewAccessRule) => {
    if (rule.scope === "user" || unforeseeable(rule.type) || foreseen?.draft === draftOf(rule)) return null;
    const found = await preview({ rule }).catch(() => null);
    return found && found.refused.signIns > 0 ? found : null;
  };
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("New access rule")} wide>
      <Form
        schema={NewAccessRule}
        defaultValues={{ scope: "org", type: "country", ...startOf("country") }}
        onSubmit={async (rule) => {
          const found = await unseen(rule);
          if (found) {
            setForeseen({ draft: draftOf(rule), preview: found });
            return notSaved;
          }
          await create(rule);
          setForeseen(null);
          onOpenChange(false);
        }}
      >
        <Builder may={may} foreseen={foreseen} onForesee={setForeseen} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <CreateButton foreseen={foreseen} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const limits: readonly RuleType[] = ["sessions", "sessionlength", "devices"];

/** What of a draft decides whom it refuses: neither why it was written nor until when it holds. */
const draftOf = ({ reason: _reason, expiresAt: _expiresAt, ...rule }: NewAccessRule) => JSON.stringify(rule);

/** The draft that the reader was shown whom it would refuse of, or asked about. */
interface Foreseen {
  draft: string;
  /** Null where the reader's own question brings it. */
  preview: DraftPreview | null;
}

interface Foresight {
  foreseen: Foreseen | null;
  onForesee: (foreseen: Foreseen) => void;
}

/** The draft as it stands, if it is whole. */
function draftIn(values: Record<string, unknown>) {
  return NewAccessRule.safeParse(withoutNothing(values)).data;
}

/** Says, where the reader sees that somebody would be refused, that it is made nevertheless. */
function CreateButton({ foreseen }: Pick<Foresight, "foreseen">) {
  const t = useExtracted("access-rules");
  const rule = draftIn(useWatch());
  const warned = rule !== undefined && foreseen?.preview && foreseen.draft === draftOf(rule);
  return <SubmitButton>{warned ? t("Create rule anyway") : t("Create rule")}</SubmitButton>;
}

function Builder({ may, ...foresight }: { may: Subjects } & Foresight) {
  const t = useExtracted("access-rules");
  const values = useWatch() as Record<string, unknown> & { type: RuleType };
  const names = useSubjectNames();
  const blindSpot = useBlindSpot()({ type: values.type, definition: { effect: values.effect } });
  return (
    <>
      <TypeField />
      <SubjectField may={may} names={names} withoutApps={limits.includes(values.type)} />
      <RuleFields type={values.type} />
      {blindSpot && <Callout tone="warning">{blindSpot}</Callout>}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="reason"
          label={t("Reason")}
          hint={t("Optional: for whoever reads this later.")}
          optional
        />
        <InstantField
          name="expiresAt"
          label={t("Expires")}
          hint={t("Optional: from then on it no longer holds.")}
        />
      </div>
      <Effect values={values} about={names.chosen} {...foresight} />
    </>
  );
}

/** Another type has other fields: they start anew. */
function TypeField() {
  const t = useExtracted("access-rules");
  const typeWords = useTypeWords();
  const { setValue, clearErrors, getValues } = useFormContext<Record<string, unknown>>();
  const type = useWatch({ name: "type" }) as RuleType;
  const choose = (next: RuleType) => {
    for (const name of Object.keys(startOf(type))) setValue(name, undefined);
    setValue("type", next);
    for (const [name, value] of Object.entries(startOf(next))) setValue(name, value);
    if (limits.includes(next) && getValues("scope") === "app") setValue("scope", "org");
    clearErrors();
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t("What it looks at")}</legend>
      <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
        {ruleTypes.map((name) => (
          <label
            key={name}
            title={typeWords[name].hint}
            className="flex min-h-9 items-center gap-2 rounded-md border border-line px-2.5 py-1 leading-tight hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-[var(--ring)]"
          >
            <Box
              type="radio"
              name="rule-type"
              value={name}
              checked={name === type}
              onChange={() => choose(name)}
            />
            {typeWords[name].label}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">{typeWords[type].hint}</p>
    </fieldset>
  );
}

/** Limits refuse nobody, and whether an address was a VPN's is not kept with sign-ins. */
const unforeseeable = (type: RuleType) => type === "anonymizer" || limits.includes(type);

/** What the rule will do, and whom it would have refused. */
function Effect({
  values,
  about,
  foreseen,
  onForesee,
}: { values: Record<string, unknown>; about: string | null } & Foresight) {
  const t = useExtracted("access-rules");
  const ruleSentence = useRuleSentence();
  const rule = draftIn(values);
  if (!rule) return null;
  const draft = draftOf(rule);
  return (
    <div className="space-y-2.5">
      <Callout title={t("What it will do")}>
        {ruleSentence({ ...rule, about, definition: definitionOf(rule) })}
      </Callout>
      {unforeseeable(rule.type) ? (
        <p className="text-sm text-ink-soft">
          {rule.type === "anonymizer"
            ? t(
                "Whom it would have refused cannot be told: sign-ins do not keep whether their address was a VPN’s.",
              )
            : t("It ends or prevents what goes beyond the limit; it refuses nobody by itself.")}
        </p>
      ) : (
        <AskPreview
          key={draft}
          draft={{ rule }}
          asked={foreseen?.draft === draft}
          known={foreseen?.preview ?? null}
          onAsk={() => onForesee({ draft, preview: null })}
        />
      )}
    </div>
  );
}

/** What an empty field holds is not sent. */
const withoutNothing = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
