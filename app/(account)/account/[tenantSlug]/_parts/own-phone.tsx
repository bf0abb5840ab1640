import { useExtracted } from "next-intl";
import { LeavingButton } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import { Section } from "@/components/ui/page";
import type { OwnPhone as Own } from "@/server/domain/account/phone.schema";
import { AccountForm, SubmitButton, TextField } from "./account-form";
import { AskFirst } from "./ask-first";
import { CodeField } from "./code-field";
import type { OpenAccount } from "./open-account";

/** Shows the user's phone number, its confirmation, and how to change it. */
export function OwnPhone({
  account,
  own,
  mayChange,
  recent,
}: {
  account: OpenAccount;
  own: Own;
  mayChange: boolean;
  /** True if the user signed in a short time ago. */
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  const { slug, actedBy } = account;
  const { phone, proven, provable } = own;
  const open = mayChange && !actedBy && recent;
  return (
    <Section
      title={t("Phone number")}
      description={
        provable
          ? t("For codes and messages. The number takes effect when you enter a code that we sent to it.")
          : t("Where people can reach you.")
      }
    >
      <div className="space-y-4">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <span className="min-w-0 font-medium break-words">{phone ?? t("None")}</span>
          {phone !== null &&
            provable &&
            (proven ? (
              <Badge tone="success">{t("Confirmed")}</Badge>
            ) : (
              <Badge tone="warning">{t("Not confirmed yet")}</Badge>
            ))}
          {phone !== null && open && (
            <AskFirst
              slug={slug}
              page=""
              form="remove-phone"
              label={t("Remove")}
              about={phone}
              action={t("Remove this number")}
            >
              {t("Codes and messages are no longer sent to it.")}
            </AskFirst>
          )}
        </div>
        {!mayChange ? (
          <p className="text-sm text-ink-soft">{t("An administrator can change it.")}</p>
        ) : actedBy ? (
          <p className="text-sm text-ink-soft">{t("Only the person themselves can change it.")}</p>
        ) : (
          <ChangePhone account={account} own={own} recent={recent} />
        )}
      </div>
    </Section>
  );
}

/** Forms to enter another number and to type the code that was sent to it. */
function ChangePhone({
  account,
  own: { phone, proven, provable, pending },
  recent,
}: {
  account: OpenAccount;
  own: Own;
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  const { slug, signInAgain } = account;
  return (
    <>
      {(recent || pending !== null) && (
        // One form for both steps, so that the result stays while the person types the code.
        <AccountForm slug={slug} page="" name={pending === null ? "phone" : "phone-code"}>
          {pending === null ? (
            <NumberField phone={proven || !provable ? null : phone} />
          ) : (
            <CodeField sentTo={pending} />
          )}
          <SubmitButton variant={pending === null ? "secondary" : "primary"}>
            {pending !== null
              ? t("Confirm the number")
              : provable
                ? t("Send a code there")
                : t("Save the number")}
          </SubmitButton>
        </AccountForm>
      )}
      {pending !== null && recent && (
        <AccountForm slug={slug} page="" name="phone">
          <NumberField phone={pending} />
          <SubmitButton variant="secondary">{t("Send a new code")}</SubmitButton>
        </AccountForm>
      )}
      {!recent && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-sm text-ink-soft">
          <p>{t("You can change it shortly after signing in.")}</p>
          <LeavingButton href={signInAgain} size="sm">
            {t("Sign in again")}
          </LeavingButton>
        </div>
      )}
    </>
  );
}

function NumberField({ phone }: { phone: string | null }) {
  const t = useExtracted("hosted");
  return (
    <TextField
      name="phone"
      label={t("New number")}
      hint={t("With the country’s code, like +44 20 7946 0958.")}
      type="tel"
      autoComplete="tel"
      defaultValue={phone ?? ""}
      maxLength={40}
      required
    />
  );
}
