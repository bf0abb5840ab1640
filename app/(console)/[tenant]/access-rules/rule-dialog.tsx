"use client";

import { useExtracted } from "next-intl";
import { useFormContext, useWatch } from "react-hook-form";
import { useTRPC } from "@/components/data/trpc";
import { Form, SubmitButton, TextField } from "@/components/form/form";
import { notSaved } from "@/components/form/use-edit-conflicts";
import { Box } from "@/components/ui/page/box";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import {
  definitionOf,
  definitions,
  limits,
  NewAccessRule,
  type RuleType,
} from "@/server/domain/access-rules/access-rules.schema";
import { useAction } from "../../_frame/use-action";
import type { Subjects } from "./access-rules";
import { AskPreview } from "./draft-preview";
import { hasNoPreview, useRulePreview, type RulePreview } from "./use-rule-preview";
import { InstantField } from "./fields";
import { RuleFields } from "./rule-fields";
import { useRuleSentence, useBlindSpot } from "./rule-sentence";
import { namesOf, useRuleTypes } from "./rule-types";
import { SubjectField, useSubjectNames } from "./subject-field";

/** Dialog that creates a rule. Shows the type, the scope and a sentence that describes the effect. */
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
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t("New access rule")} wide>
      <RuleForm may={may} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Content of the dialog. Closing the dialog unmounts this component and discards the draft. */
function RuleForm({ may, onDone }: { may: Subjects; onDone: () => void }) {
  const t = useExtracted("access-rules");
  const trpc = useTRPC();
  const create = useAction(trpc.accessRules.create.mutationOptions(), () => t("The rule was created."));
  const preview = useRulePreview();
  const types = useRuleTypes();
  return (
    <Form
      schema={NewAccessRule}
      defaultValues={{ scope: "org", type: "country", ...types.country.start() }}
      onSubmit={async (typed) => {
        const rule = asKept(typed);
        if (await preview.refusesUnseen(rule)) return notSaved;
        await create(rule);
        onDone();
      }}
    >
      <Builder may={may} preview={preview} />
      <DialogActions>
        <Button onClick={onDone}>{t("Cancel")}</Button>
        <CreateButton preview={preview} />
      </DialogActions>
    </Form>
  );
}

/** Returns the rule in its stored form: IP ranges are normalized to CIDR, and repeated names are removed. */
const asKept = (rule: NewAccessRule): NewAccessRule => ({
  ...rule,
  ...definitions[rule.type].safeParse(definitionOf(rule)).data,
});

/** Returns the rule from the values of the form, or undefined if the values are incomplete. */
function draftIn(values: Record<string, unknown>) {
  const { data } = NewAccessRule.safeParse(withoutNothing(values));
  return data && asKept(data);
}

/** Button that submits the rule. The label changes if the shown preview contains a refused sign-in. */
function CreateButton({ preview }: { preview: RulePreview }) {
  const t = useExtracted("access-rules");
  const rule = draftIn(useWatch());
  const warned = rule !== undefined && preview.isWarned(rule);
  return <SubmitButton>{warned ? t("Create rule anyway") : t("Create rule")}</SubmitButton>;
}

function Builder({ may, preview }: { may: Subjects; preview: RulePreview }) {
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
          hint={t("Optional: a note for other administrators.")}
          optional
        />
        <InstantField
          name="expiresAt"
          label={t("Expires")}
          hint={t("Optional: the rule stops applying then.")}
        />
      </div>
      <Effect values={values} about={names.chosen} preview={preview} />
    </>
  );
}

/** Select for the type of the rule. A change resets the other fields, because each type has its own fields. */
function TypeField() {
  const t = useExtracted("access-rules");
  const types = useRuleTypes();
  const { setValue, clearErrors, getValues } = useFormContext<Record<string, unknown>>();
  const type = useWatch({ name: "type" }) as RuleType;
  const choose = (next: RuleType) => {
    for (const name of Object.keys(types[type].start())) setValue(name, undefined);
    setValue("type", next);
    for (const [name, value] of Object.entries(types[next].start())) setValue(name, value);
    if (limits.includes(next) && getValues("scope") === "app") setValue("scope", "org");
    clearErrors();
  };
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t("Condition")}</legend>
      <div className="grid grid-cols-2 gap-1.5 sm:grid-cols-3">
        {namesOf(types).map((name) => (
          <label
            key={name}
            title={types[name].hint}
            className="flex min-h-9 items-center gap-2 rounded-md border border-line px-2.5 py-1 leading-tight hover:bg-sunken has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-[var(--ring)]"
          >
            <Box
              type="radio"
              name="rule-type"
              value={name}
              checked={name === type}
              onChange={() => choose(name)}
            />
            {types[name].label}
          </label>
        ))}
      </div>
      <p className="mt-1.5 text-sm text-ink-soft">{types[type].hint}</p>
    </fieldset>
  );
}

/** Shows the effect of the rule and the sign-ins that it would have refused. */
function Effect({
  values,
  about,
  preview,
}: {
  values: Record<string, unknown>;
  about: string | null;
  preview: RulePreview;
}) {
  const t = useExtracted("access-rules");
  const types = useRuleTypes();
  const ruleSentence = useRuleSentence();
  const rule = draftIn(values);
  if (!rule) return null;
  return (
    <div className="space-y-2.5">
      <Callout title={t("Summary")}>
        {ruleSentence({ ...rule, about, definition: definitionOf(rule) })}
      </Callout>
      {hasNoPreview(rule.type) ? (
        <p className="text-sm text-ink-soft">
          {types[rule.type].noPreview ??
            t("It ends or prevents what exceeds the limit. It does not refuse anyone by itself.")}
        </p>
      ) : (
        <AskPreview
          key={preview.decisive(rule)}
          result={preview.resultOf(rule)}
          onAsk={() => preview.ask(rule)}
        />
      )}
    </div>
  );
}

/** Removes the values of empty fields. */
const withoutNothing = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined && value !== ""));
