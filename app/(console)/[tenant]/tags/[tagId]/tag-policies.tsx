"use client";

import { useExtracted } from "next-intl";
import { useId } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { NativeSelect } from "@/components/ui/input";
import { Section } from "@/components/ui/page";
import { Switch } from "@/components/ui/switch";
import { tagPolicyNames, type TagPolicy } from "@/server/domain/tags/policies.schema";
import type { Tag } from "@/server/domain/tags/tags.schema";
import { useAction } from "../../../_frame/use-action";
import { usePolicyWords } from "../words";

/** What the tag decides for its people; each choice is saved as it is made. */
export function TagPolicies({ tag }: { tag: Tag }) {
  const t = useExtracted("tags");
  const policyWords = usePolicyWords();
  const save = useAction(useTRPC().tags.setPolicy.mutationOptions(), (_tag, { policyKey, value }) =>
    value
      ? t("{policy}: yes.", { policy: policyWords[policyKey].label })
      : t("{policy}: no.", { policy: policyWords[policyKey].label }),
  );
  const set = (policyKey: TagPolicy, value: boolean) =>
    save({ tagId: tag.tagId, policyKey, value }).catch(toast.refused);
  return (
    <Section
      title={t("Policies")}
      description={t(
        "They hold for everyone who has the tag: those about signing in from the next sign-in on, the others at once. What is not set, the organization’s own settings decide.",
      )}
      flush
    >
      <ul className="divide-y divide-line">
        {tagPolicyNames.map((name) => (
          <PolicyRow
            key={name}
            name={name}
            value={tag.policies[name]}
            onChange={(value) => void set(name, value)}
          />
        ))}
      </ul>
    </Section>
  );
}

function PolicyRow({
  name,
  value,
  onChange,
}: {
  name: TagPolicy;
  value: boolean | undefined;
  onChange: (value: boolean) => void;
}) {
  const t = useExtracted("tags");
  const id = useId();
  const { label, hint } = usePolicyWords()[name];
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      </div>
      <NativeSelect
        id={id}
        aria-describedby={`${id}-hint`}
        value={value === undefined ? "" : String(value)}
        onChange={(event) => onChange(event.target.value === "true")}
        className="w-36 shrink-0"
      >
        {value === undefined && <option value="">{t("Not set")}</option>}
        <option value="true">{t("Yes")}</option>
        <option value="false">{t("No")}</option>
      </NativeSelect>
    </li>
  );
}

/** Whom the tag is given to without anybody doing so. */
export function TagDefaults({ tag }: { tag: Tag }) {
  const t = useExtracted("tags");
  const update = useAction(useTRPC().tags.update.mutationOptions(), () => t("The tag was saved."));
  const set = (patch: { isDefaultForSignup?: boolean; isDefaultForInvites?: boolean }) =>
    update({ tagId: tag.tagId, ...patch }).catch(toast.refused);
  const id = useId();
  return (
    <Section title={t("Given by itself")} description={t("To people who come from now on.")}>
      <div className="space-y-3">
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={`${id}-signup`}>{t("To those who sign up")}</label>
          <Switch
            id={`${id}-signup`}
            checked={tag.isDefaultForSignup}
            onCheckedChange={(isDefaultForSignup) => void set({ isDefaultForSignup })}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={`${id}-invites`}>{t("To those who were invited")}</label>
          <Switch
            id={`${id}-invites`}
            checked={tag.isDefaultForInvites}
            onCheckedChange={(isDefaultForInvites) => void set({ isDefaultForInvites })}
          />
        </div>
      </div>
    </Section>
  );
}
