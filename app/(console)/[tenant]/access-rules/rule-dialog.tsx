"use client";

import { useExtracted } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
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
  const create = useAction(useTRPC().accessRules.create.mutationOptions(), () => t("The rule was created."));
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("New access rule")} wide>
      <Form
        schema={NewAccessRule}
        defaultValues={{ scope: "org", type: "country", ...startOf("country") }}
        onSubmit={async (rule) => {
          await create(rule);
          onOpenChange(false);
        }}
      >
        <Builder may={may} />
        <DialogActions>
          <Button onClick={() => onOpenChange(false)}>{t("Cancel")}</Button>
          <SubmitButton>{t("Create rule")}</SubmitButton>
        </DialogActions>
      </Form>
    </Dialog>
  );
}

const limits: readonly RuleType[] = ["sessions", "sessionlength", "devices"];

function Builder({ may }: { may: Subjects }) {
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
      <Effect values={values} about={names.chosen} />
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
function Effect({ values, about }: { values: Record<string, unknown>; about: string | null }) {
  const t = useExtracted("access-rules");
  const ruleSentence = useRuleSentence();
  const result = NewAccessRule.safeParse(withoutNothing(values));
  if (!result.success) return null;
  const rule = result.data;
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
        <AskPreview key={JSON.stringify(rule)} draft={{ rule }} />
      )}
    </div>
  );
}

/** What an empty field holds is not sent. */
const withoutNothing = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
