import { KeyRound, LifeBuoy, Mail, MessageSquare, Smartphone, type LucideIcon } from "lucide-react";
import { useExtracted } from "next-intl";
import { Badge } from "@/components/ui/feedback";
import { AddedAndUsed, Row } from "@/components/ui/page/rows";
import type { OwnFactor } from "@/server/domain/factors/own-factors.schema";
import { AskFirst } from "./ask-first";

/** Returns the name, the removal text and the icon of each kind of factor. */
function useKinds(): Record<OwnFactor["kind"], { words: string; remove: string; Icon: LucideIcon }> {
  const t = useExtracted("hosted");
  return {
    webauthn: { words: t("Passkey"), remove: t("Remove this passkey"), Icon: KeyRound },
    totp: { words: t("Authenticator app"), remove: t("Remove this authenticator app"), Icon: Smartphone },
    email: { words: t("Code by e-mail"), remove: t("Remove codes by e-mail"), Icon: Mail },
    sms: {
      words: t("Code by text message"),
      remove: t("Remove codes by text message"),
      Icon: MessageSquare,
    },
    recovery_codes: { words: t("Recovery codes"), remove: t("Remove these recovery codes"), Icon: LifeBuoy },
  };
}

/** Entry for one second factor in the user's list of factors. Contains the removal of the factor. */
export function FactorItem({
  slug,
  factor,
  hosts,
  last,
  required,
  recent,
}: {
  slug: string;
  factor: OwnFactor;
  /** Host name of this page (`here`) and host name of the installation (`own`). */
  hosts: { here: string; own: string };
  last: boolean;
  required: boolean;
  recent: boolean;
}) {
  const t = useExtracted("hosted");
  const { words, remove, Icon } = useKinds()[factor.kind];
  const name = factor.label ?? words;
  const madeAt = factor.kind === "webauthn" ? (factor.rpId ?? hosts.own) : hosts.here;
  return (
    <Row
      picture={<Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />}
      title={name}
      detail={
        <>
          {factor.label && `${words}, `}
          <AddedAndUsed addedAt={factor.createdAt} usedAt={factor.lastUsedAt} />
          {madeAt !== hosts.here && (
            <span className="block break-words text-warning-text">
              {t("Works only at {host}, not here", { host: madeAt })}
            </span>
          )}
        </>
      }
    >
      {recent && !(last && required) && (
        <AskFirst
          slug={slug}
          page="security"
          form="remove-factor"
          fields={{ factorId: factor.factorId }}
          label={t("Remove")}
          about={name}
          action={remove}
        >
          {last
            ? t(
                "This is your only second factor. Without it, your password alone opens your account, and your recovery codes stop working.",
              )
            : t("You can no longer use it to sign in.")}
        </AskFirst>
      )}
      {last && required && <Badge>{t("Required")}</Badge>}
    </Row>
  );
}
