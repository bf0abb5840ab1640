"use client";

import { useExtracted } from "next-intl";
import { useState, type ReactNode } from "react";
import { toast } from "@/components/toast";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { useCounted } from "./lists/use-counted";

/** Shows how many people would have no way to sign in. */
export function LockedOut({ people }: { people: number }) {
  const t = useExtracted("console");
  const counted = useCounted();
  return (
    <>
      <p className="font-medium first-letter:uppercase">
        {t("{count, plural, one {# person has} other {{people} people have}} no other way to sign in.", {
          count: people,
          people: counted(people),
        })}
      </p>
      <p>{t("They cannot sign in until they have another method, such as a password or a passkey.")}</p>
    </>
  );
}

/**
 * Asks for a confirmation before a sign-in method is disabled. `ask` first counts the users who have no other sign-in method.
 * If the count is 0, `ask` runs the change at once. The page must render `dialog`.
 */
export function useLockoutCheck(): {
  ask: (change: {
    title: string;
    count: () => Promise<{ people: number }>;
    go: () => Promise<unknown>;
  }) => Promise<void>;
  dialog: ReactNode;
} {
  const t = useExtracted("console");
  const [asked, setAsked] = useState<{
    title: string;
    people: number;
    go: () => Promise<unknown>;
  } | null>(null);
  return {
    ask: async ({ title, count, go }) => {
      try {
        const { people } = await count();
        if (people > 0) setAsked({ title, people, go });
        else await go();
      } catch (error) {
        toast.refused(error);
      }
    },
    dialog: (
      <ConfirmDialog
        open={asked !== null}
        onOpenChange={(open) => !open && setAsked(null)}
        title={asked?.title ?? ""}
        action={t("Switch off anyway")}
        danger
        onConfirm={() => asked!.go()}
      >
        {asked && <LockedOut people={asked.people} />}
      </ConfirmDialog>
    ),
  };
}
