import { useExtracted } from "next-intl";
import { Callout } from "@/components/ui/feedback";
import type { OpenAccount } from "./open-account";

/** Explains to an administrator who acts as the user that only the user may use a section. */
export function OnlyThemselves({ person }: Pick<OpenAccount, "person">) {
  const t = useExtracted("hosted");
  const name = person.name ?? person.email ?? t("the person");
  return (
    <Callout tone="info" title={t("Only {name} can do this", { name })}>
      {t(
        "You are acting as this person. Only they can change how and where they sign in and which apps have access. Only they can download their data.",
      )}
    </Callout>
  );
}
