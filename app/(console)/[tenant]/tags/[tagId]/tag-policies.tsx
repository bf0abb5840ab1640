"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { NativeSelect } from "@/components/ui/input";
import { ConfirmDialog } from "@/components/ui/overlay";
import { Section } from "@/components/ui/page";
import { Switch } from "@/components/ui/switch";
import { tagPolicyNames, type TagPolicy } from "@/server/domain/tags/policies.schema";
import type { TagPolicyPreview } from "@/server/domain/tags/preview.schema";
import type { Tag } from "@/server/domain/tags/tags.schema";
import { useAction } from "../../../_frame/use-action";
import { usePolicyWords } from "../words";
import { PolicyLosses } from "../../../_frame/policy-losses";

interface Choice {
  policyKey: TagPolicy;
  value: boolean;
}

/** What the tag decides for its people. Each choice is saved as it is made; one that takes something from them asks first. */
export function TagPolicies({ tag }: { tag: Tag }) {
  const t = useExtracted("tags");
  const policyWords = usePolicyWords();
  const queries = useQueryClient();
  const trpc = useTRPC();
  const [asked, setAsked] = useState<(Choice & { preview: TagPolicyPreview }) | null>(null);
  const save = useAction(trpc.tags.setPolicy.mutationOptions(), (_tag, { policyKey, value }) =>
    value
      ? t("{policy}: yes.", { policy: policyWords[policyKey].label })
      : t("{policy}: no.", { policy: policyWords[policyKey].label }),
  );
  const set = async (choice: Choice) => {
    const input = { tagId: tag.tagId, ...choice };
    try {
      const preview = await queries.fetchQuery({
        ...trpc.tags.previewPolicy.queryOptions(input),
        staleTime: 0,
      });
      if (preview.people === 0) await save(input);
      else setAsked({ ...choice, preview });
    } catch (error) {
      toast.refused(error);
    }
  };
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
            onChange={(value) => void set({ policyKey: name, value })}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={
          asked?.value
            ? t("{policy}: yes?", { policy: policyWords[asked.policyKey].label })
            : t("{policy}: no?", { policy: asked ? policyWords[asked.policyKey].label : "" })
        }
        action={t("Set the policy")}
        onConfirm={async () =>
          asked && save({ tagId: tag.tagId, policyKey: asked.policyKey, value: asked.value })
        }
      >
        {asked && <PolicyLosses policy={asked.policyKey} preview={asked.preview} />}
      </ConfirmDialog>
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
