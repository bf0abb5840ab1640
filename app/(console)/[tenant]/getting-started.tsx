"use client";

import { Circle, CircleCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import Link from "next/link";
import { useKeptText } from "@/components/data/kept-text";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Section } from "@/components/ui/page/page";

interface Setup {
  people: boolean;
  secondOwner: boolean;
  app: boolean;
  branding: boolean;
  domain: boolean;
}

/**
 * First steps of an organization. A step is done if its record exists. The list is hidden when all steps are done, or after the
 * administrator hides it.
 */
export function GettingStarted({
  tenant,
  setup,
  mayAppoint,
}: {
  tenant: string;
  setup: Setup;
  mayAppoint: boolean;
}) {
  const t = useExtracted("console");
  const [hidden, keepHidden] = useKeptText(`getting-started.${tenant}`);
  const steps = [
    {
      done: setup.people,
      label: t("Add your users"),
      hint: t("Invite them, or connect your directory."),
      path: "/invitations",
    },
    {
      done: setup.app,
      label: t("Register the first app"),
      hint: t("People can then sign in to it."),
      path: "/apps",
    },
    ...(mayAppoint
      ? [
          {
            done: setup.secondOwner,
            label: t("Appoint a second owner"),
            hint: t("Prevents a lockout if the first owner loses access."),
            path: "/administrators",
          },
        ]
      : []),
    {
      done: setup.branding,
      label: t("Set the branding"),
      hint: t("What people see when they sign in."),
      path: "/branding",
    },
    {
      done: setup.domain,
      label: t("Use your own domain"),
      hint: t("People sign in at an address they know."),
      path: "/domain",
    },
  ];
  const done = steps.filter((step) => step.done).length;
  if (hidden !== null || done === steps.length) return null;
  return (
    <Section
      title={t("Getting started")}
      description={t("{done} of {all} done", { done: String(done), all: String(steps.length) })}
      flush
      actions={
        <Button size="sm" variant="ghost" onClick={() => keepHidden("hidden")}>
          {t("Hide")}
        </Button>
      }
    >
      <ul className="divide-y divide-line">
        {steps.map(({ done, label, hint, path }) => (
          <li key={path}>
            <Link
              href={`/${tenant}${path}`}
              prefetch={false}
              className="flex items-start gap-3 px-4 py-2.5 -outline-offset-2 hover:bg-sunken [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0"
            >
              {done ? (
                <CircleCheck role="img" aria-label={t("Done")} className="text-accent-text" />
              ) : (
                <Circle role="img" aria-label={t("To do")} className="text-ink-faint" />
              )}
              <span className="min-w-0">
                <span className={cn("block", done ? "text-ink-soft" : "font-medium")}>{label}</span>
                {!done && <span className="block text-sm text-ink-soft">{hint}</span>}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
