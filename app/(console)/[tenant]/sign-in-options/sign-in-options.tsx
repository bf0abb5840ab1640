"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useId } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Badge } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import type { SignInOptions } from "@/server/kernel/settings";
import { useOptionWords } from "../../_frame/sign-ins/sign-in-words";
import { NotLoaded } from "../../_frame/records/not-loaded";
import { useAction } from "../../_frame/use-action";
import { useLockoutCheck } from "../../_frame/use-lockout-check";

type Name = keyof SignInOptions;

/** Options that must be on for a sign-in with only a passkey. */
const opensByPasskey: readonly Name[] = ["webAuthnEnabled", "webAuthnAllowAsAuthentication"];

const needsPasskeys: readonly Name[] = ["webAuthnAllowAsAuthentication", "webAuthnAllowAsMfa"];

function useGroups(): { title: string; names: Name[] }[] {
  const t = useExtracted("sign-in-options");
  return [
    { title: t("Passkeys"), names: ["webAuthnEnabled", ...needsPasskeys] },
    { title: t("Other devices"), names: ["deviceFlowEnabled", "magicLinkCrossDeviceEnabled"] },
  ];
}

/** Form for the organization's sign-in options. The platform limits the options. */
export function SignInOptionsForm() {
  const t = useExtracted("sign-in-options");
  const groups = useGroups();
  const query = useQuery(useTRPC().policies.signInOptions.queryOptions({}));
  return (
    <>
      <PageHeader
        title={t("Sign-in options")}
        description={t("Sign-in options of the organization. Changes apply at once.")}
      />
      {!query.data ? (
        <NotLoaded query={query} className="h-40" />
      ) : (
        <div className="max-w-3xl space-y-4">
          {groups.map(({ title, names }) => (
            <Section key={title} title={title} flush>
              <ul className="divide-y divide-line">
                {names.map((name) => (
                  <Option key={name} name={name} {...query.data} />
                ))}
              </ul>
            </Section>
          ))}
        </div>
      )}
    </>
  );
}

function Option({ name, inForce, allowed }: { name: Name; inForce: SignInOptions; allowed: SignInOptions }) {
  const t = useExtracted("sign-in-options");
  const id = useId();
  const { label, hint } = useOptionWords()[name];
  const update = useAction(useTRPC().policies.updateSignInOptions.mutationOptions(), (saved) =>
    saved[name] ? t("{option}: on.", { option: label }) : t("{option}: off.", { option: label }),
  );
  const trpc = useTRPC();
  const queries = useQueryClient();
  const lockout = useLockoutCheck();
  const turn = (value: boolean) =>
    value || !opensByPasskey.includes(name)
      ? update({ [name]: value }).catch(toast.refused)
      : lockout.ask({
          title: t("Switch off “{option}”?", { option: label }),
          count: () => queries.fetchQuery({ ...trpc.policies.onlyByPasskey.queryOptions({}), staleTime: 0 }),
          go: () => update({ [name]: value }),
        });
  const waits = needsPasskeys.includes(name) && !inForce.webAuthnEnabled;
  const why = !allowed[name]
    ? t("The platform’s administrators do not allow this.")
    : waits
      ? t("Requires that passkeys are switched on.")
      : null;
  return (
    <li className="flex items-start justify-between gap-4 px-4 py-3">
      <div className="min-w-0">
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        <p id={`${id}-hint`} className="text-sm text-ink-soft">
          {hint}
          {why && <span className="block text-ink-faint">{why}</span>}
        </p>
      </div>
      <span className="flex shrink-0 items-center gap-3 pt-0.5">
        {!allowed[name] && <Badge>{t("Not allowed")}</Badge>}
        <Switch
          id={id}
          aria-describedby={`${id}-hint`}
          checked={inForce[name]}
          disabled={why !== null}
          onCheckedChange={(value) => void turn(value)}
        />
      </span>
      {lockout.dialog}
    </li>
  );
}
