import { useExtracted } from "next-intl";
import { FactorRow, useFactorWords } from "@/app/_factors/factor-row";
import { Badge } from "@/components/ui/feedback";
import { AddedAndUsed } from "@/components/ui/page/rows";
import type { OwnFactor } from "@/server/domain/factors/own-factors.schema";
import { AskFirst } from "./ask-first";

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
  const { name, kindName, remove } = useFactorWords(factor);
  const madeAt = factor.kind === "webauthn" ? (factor.rpId ?? hosts.own) : hosts.here;
  return (
    <FactorRow
      factor={factor}
      detail={
        <>
          {factor.label && `${kindName}, `}
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
    </FactorRow>
  );
}
