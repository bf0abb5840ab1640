"use client";

import { useExtracted } from "next-intl";
import type * as z from "zod";
import { useTRPC } from "@/components/data/trpc";
import { Callout } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page/page";
import { Switch } from "@/components/ui/input/switch";
import type { PoweredBy } from "@/server/domain/tenant-config/tenant-config.schema";
import { useAction, useSwitch } from "../../_frame/use-action";

type Surfaces = z.output<typeof PoweredBy>;

function usePlaces(): { name: keyof Surfaces; label: string; hint: string }[] {
  const t = useExtracted("branding");
  const header = t("As the header X-Powered-By; only programs see it.");
  return [
    {
      name: "account",
      label: t("Sign-in pages"),
      hint: t("Where your people sign in and look after their account."),
    },
    { name: "consent", label: t("Consent pages"), hint: t("Where they allow an app to identify them.") },
    {
      name: "error",
      label: t("Access denied pages"),
      hint: t("Pages that say why an app could not be opened."),
    },
    { name: "email", label: t("E-mails"), hint: t("At the foot of each message.") },
    { name: "apiHeader", label: t("REST responses"), hint: header },
    { name: "webhook", label: t("Webhook deliveries"), hint: header },
  ];
}

/** Chooses the pages, e-mails and HTTP responses that contain "Powered by Castellan". */
export function PoweredBySurfaces({ surfaces }: { surfaces: Surfaces }) {
  const t = useExtracted("branding");
  const trpc = useTRPC();
  const set = useAction(trpc.tenantConfig.setPoweredBy.mutationOptions(), () => t("The setting was saved."));
  const change = useSwitch(set);
  return (
    <Section
      title={t("“Powered by Castellan”")}
      description={t("Choose where it is shown.")}
      className="mt-4"
      flush
    >
      <ul className="grid gap-px bg-line sm:grid-cols-2 xl:grid-cols-3">
        {usePlaces().map(({ name, label, hint }) => (
          <li key={name} className="flex items-start gap-3 bg-surface px-4 py-3">
            <div className="min-w-0 flex-1">
              <label htmlFor={`powered-by-${name}`} className="font-medium">
                {label}
              </label>
              <p className="text-sm text-ink-soft">{hint}</p>
            </div>
            <Switch
              id={`powered-by-${name}`}
              checked={surfaces[name]}
              disabled={change.busy}
              onCheckedChange={(shown) => change.run({ ...surfaces, [name]: shown })}
            />
          </li>
        ))}
      </ul>
      {change.error && (
        <div className="p-4">
          <Callout tone="danger">{change.error}</Callout>
        </div>
      )}
    </Section>
  );
}
