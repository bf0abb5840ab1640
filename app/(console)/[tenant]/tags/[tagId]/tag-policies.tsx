"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useId, useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { NativeSelect } from "@/components/ui/input/input";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import { tagPolicyNames, type TagPolicy } from "@/server/domain/tags/policies.schema";
import type { TagPolicyPreview } from "@/server/domain/access-rules/tag-preview.schema";
import type { Tag } from "@/server/domain/tags/tags.schema";
import { usePolicyWords, useLossWords } from "../../../_frame/tags/policy-words";
import { useAction } from "../../../_frame/use-action";
import { PeopleConcerned, WhoNotices } from "../../../_frame/tags/policy-losses";
import { useCounted } from "../../../_frame/lists/use-counted";

interface Choice {
  policyKey: TagPolicy;
  /** Value of the policy. Null if the tag does not set the policy. */
  value: boolean | null;
}

/** Returns the select value for the value of a policy. The empty text stands for "not set". */
const codeOf = (value: boolean | null | undefined) => (typeof value === "boolean" ? String(value) : "");

/** Chooses the policies of the tag. Saves each choice at once. Asks for a confirmation first if the choice affects people. */
export function TagPolicies({ tag }: { tag: Tag }) {
  const t = useExtracted("tags");
  const policyWords = usePolicyWords();
  const queries = useQueryClient();
  const trpc = useTRPC();
  const [asked, setAsked] = useState<(Choice & { preview: TagPolicyPreview }) | null>(null);
  const chosen = ({ policyKey, value }: Choice) =>
    t("{policy}: {value, select, true {yes} false {no} other {not set}}", {
      policy: policyWords[policyKey](),
      value: codeOf(value),
    });
  const setPolicy = useAction(trpc.tags.setPolicy.mutationOptions(), (_tag, choice) =>
    t("{choice}.", { choice: chosen(choice) }),
  );
  const unsetPolicy = useAction(trpc.tags.unsetPolicy.mutationOptions(), (_tag, { policyKey }) =>
    t("{choice}.", { choice: chosen({ policyKey, value: null }) }),
  );
  const save = ({ policyKey, value }: Choice) =>
    value === null
      ? unsetPolicy({ tagId: tag.tagId, policyKey })
      : setPolicy({ tagId: tag.tagId, policyKey, value });
  const set = async (choice: Choice) => {
    try {
      const preview = await queries.fetchQuery({
        ...trpc.tags.previewPolicy.queryOptions({ tagId: tag.tagId, ...choice }),
        staleTime: 0,
      });
      if (preview.people === 0) await save(choice);
      else setAsked({ ...choice, preview });
    } catch (error) {
      toast.refused(error);
    }
  };
  return (
    <Section
      title={t("Policies")}
      description={t(
        "They apply to everyone who has the tag: sign-in policies from the next sign-in on, the others at once. If a policy is not set, the organization’s own settings apply.",
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
        title={asked ? t("{choice}?", { choice: chosen(asked) }) : ""}
        action={t("Set the policy")}
        onConfirm={async () => asked && save(asked)}
      >
        {asked && <PolicyEffect policy={asked.policyKey} preview={asked.preview} />}
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
  onChange: (value: boolean | null) => void;
}) {
  const t = useExtracted("tags");
  const id = useId();
  const label = usePolicyWords()[name]();
  const hint = usePolicyHints()[name];
  return (
    <li className="flex items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5 max-sm:flex-col max-sm:items-start">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-hint`} className="text-sm text-ink-faint">
          {hint}
        </p>
      </div>
      <NativeSelect
        id={id}
        aria-describedby={`${id}-hint`}
        value={codeOf(value)}
        onChange={({ target }) => onChange(target.value === "" ? null : target.value === "true")}
        className="w-44 shrink-0"
      >
        <option value="">{t("Not set")}</option>
        <option value="true">{t("Yes")}</option>
        <option value="false">{t("No")}</option>
      </NativeSelect>
    </li>
  );
}

/** Switches that assign the tag automatically to new users. */
export function TagDefaults({ tag }: { tag: Tag }) {
  const t = useExtracted("tags");
  const update = useAction(useTRPC().tags.update.mutationOptions(), () => t("The tag was saved."));
  const set = (patch: { isDefaultForSignup?: boolean; isDefaultForInvites?: boolean }) =>
    update({ tagId: tag.tagId, ...patch }).catch(toast.refused);
  const id = useId();
  return (
    <Section title={t("Assigned automatically")} description={t("Applies to users added from now on.")}>
      <div className="space-y-3">
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={`${id}-signup`}>{t("To users who sign up")}</label>
          <Switch
            id={`${id}-signup`}
            checked={tag.isDefaultForSignup}
            onCheckedChange={(isDefaultForSignup) => void set({ isDefaultForSignup })}
          />
        </div>
        <div className="flex items-center justify-between gap-3">
          <label htmlFor={`${id}-invites`}>{t("To invited users")}</label>
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

/** Shows the numbers of people with the tag that a policy change affects. */
function PolicyEffect({
  policy,
  preview: { effect, people, tagged, hit },
}: {
  policy: TagPolicy;
  preview: TagPolicyPreview;
}) {
  const t = useExtracted("tags");
  const counted = useCounted();
  const losses = useLossWords();
  const gains = useGainWords();
  return (
    <>
      <PeopleConcerned people={people} />
      {people < tagged && (
        <p>
          {t(
            "Out of {count, plural, one {one user} other {{tagged} users}} with the tag. The others are suspended, or another tag already has the same effect.",
            { count: tagged, tagged: counted(tagged) },
          )}
        </p>
      )}
      <p>{effect === "loosens" ? gains[policy] : losses[policy]}</p>
      <WhoNotices policy={policy} hit={hit} />
    </>
  );
}

/** Returns the effect of each policy on people with the tag. The texts refer to the people as "they". */
function usePolicyHints(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t("A password alone is not enough. A code or a security key is also required."),
    allowRememberMe: t("The sign-in page offers to remember them on their device."),
    allowMagicLink: t("Anyone who can read their e-mail can sign in without a password."),
    allowSelfServiceProfile: t(
      "They can change their name and the fields that they can see. They need no administrator for this.",
    ),
    allowActAs: t(
      "For support. An administrator sees the same as the user. Each such sign-in is recorded in the audit log.",
    ),
    requireDeviceApproval: t("An administrator must approve each new device before it can be used."),
  };
}

/** Returns the effect of undoing a policy on people with the tag. The texts refer to the people as "they". */
function useGainWords(): Record<TagPolicy, string> {
  const t = useExtracted("tags");
  return {
    requireMfa: t(
      "The tag no longer requires a second factor from them. If nothing else requires one, a password is enough.",
    ),
    allowRememberMe: t("They can stay signed in on their devices, as long as the organization allows it."),
    allowMagicLink: t("They can sign in with an e-mail link in apps that offer it."),
    allowSelfServiceProfile: t("They can change their own profile."),
    allowActAs: t("Administrators can act as them, where the organization allows it."),
    requireDeviceApproval: t("Their new devices need no approval."),
  };
}
