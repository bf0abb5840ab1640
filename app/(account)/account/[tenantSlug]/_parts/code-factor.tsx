import { useExtracted } from "next-intl";
import { LinkButton } from "@/components/ui/link-button";
import { Section } from "@/components/ui/page/page";
import type { OwnCodeFactor } from "@/server/domain/factors/own-factors.schema";
import { AccountForm, SubmitButton } from "./account-form";
import { CodeField } from "./code-field";

/** Adds codes by e-mail or text message as a second factor. Sends a code and asks for this code. */
export function CodeFactor({
  slug,
  code: { kind, address, pending },
  recent,
}: {
  slug: string;
  code: OwnCodeFactor;
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  const words = {
    email: {
      title: t("Add codes by e-mail"),
      description: t(
        "A code by e-mail in addition to your password. It does not count together with another code or link sent to the same mailbox.",
      ),
      missing: t("Your account has no e-mail address."),
    },
    sms: {
      title: t("Add codes by text message"),
      description: t("A code by text message in addition to your password."),
      missing: t("Confirm your phone number first."),
    },
  }[kind];
  return (
    <Section title={words.title} description={words.description}>
      {address === null ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft">
          <p>{words.missing}</p>
          {kind === "sms" && (
            <LinkButton href={`/account/${slug}`} size="sm">
              {t("Your profile")}
            </LinkButton>
          )}
        </div>
      ) : !recent ? (
        <p className="text-ink-soft">{t("Sign in again to add them.")}</p>
      ) : (
        <div className="space-y-4">
          {/* Both steps use one form. The form therefore keeps the result of the first step while the person types the code. */}
          <AccountForm
            slug={slug}
            page="security"
            name={pending === null ? "ask-code" : "add-code"}
            at={`code-${kind}`}
          >
            <input type="hidden" name="kind" value={kind} />
            {pending === null ? (
              <p className="break-words text-ink-soft">{t("The code goes to {address}.", { address })}</p>
            ) : (
              <CodeField sentTo={pending} />
            )}
            <SubmitButton variant={pending === null ? "secondary" : "primary"}>
              {pending === null ? t("Send a code") : words.title}
            </SubmitButton>
          </AccountForm>
          {pending !== null && (
            <AccountForm slug={slug} page="security" name="ask-code" at={`new-code-${kind}`}>
              <input type="hidden" name="kind" value={kind} />
              <SubmitButton variant="secondary">{t("Send a new code")}</SubmitButton>
            </AccountForm>
          )}
        </div>
      )}
    </Section>
  );
}
