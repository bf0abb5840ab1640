import { useExtracted } from "next-intl";
import { Section } from "@/components/ui/page/page";
import type { OwnPhone as Own } from "@/server/domain/account/phone.schema";
import { AccountForm, SubmitButton, TextField } from "./account-form";
import { AskFirst } from "./ask-first";
import { CodeField } from "./code-field";
import type { OpenAccount } from "./open-account";
import { ContactChange, OwnContact } from "./own-contact";

/** Shows the user's phone number, its confirmation state and the form that changes the number. */
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
  const { phone, proven, provable, pending } = own;
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
        <OwnContact value={phone} confirmed={phone !== null && provable ? proven : null}>
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
        </OwnContact>
        <ContactChange
          account={account}
          mayChange={mayChange}
          recent={recent}
          always={(recent || pending !== null) && <EnterNumber slug={slug} own={own} />}
        >
          {pending !== null && (
            <AccountForm slug={slug} page="" name="phone" at="new-phone-code">
              <NumberField phone={pending} />
              <SubmitButton variant="secondary">{t("Send a new code")}</SubmitButton>
            </AccountForm>
          )}
        </ContactChange>
      </div>
    </Section>
  );
}

/** Form to enter a new phone number. After the number was submitted, asks for the code from the text message. */
function EnterNumber({ slug, own: { phone, proven, provable, pending } }: { slug: string; own: Own }) {
  const t = useExtracted("hosted");
  return (
    // Both steps use one form. The form therefore keeps the result of the first step while the person types the code.
    <AccountForm slug={slug} page="" name={pending === null ? "phone" : "phone-code"} at="phone">
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
