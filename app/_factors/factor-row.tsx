import {
  CircleHelp,
  KeyRound,
  LifeBuoy,
  Mail,
  MessageSquare,
  Smartphone,
  type LucideIcon,
} from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Row } from "@/components/ui/page/rows";
import type { HeldKind } from "@/server/domain/sign-in-methods/factor-kinds.schema";

const icons: Record<HeldKind, LucideIcon> = {
  totp: Smartphone,
  webauthn: KeyRound,
  email: Mail,
  sms: MessageSquare,
  recovery_codes: LifeBuoy,
  unknown: CircleHelp,
};

interface Held {
  kind: HeldKind;
  label: string | null;
}

/** Returns the name of a factor, the name of its kind, and the text of its removal. */
export function useFactorWords({ kind, label }: Held) {
  // The texts are those of the registry of kinds (app/_words/registry-messages.ts).
  const t = useTranslations("factor-kinds");
  const kindName = t(`${kind}_name`);
  return { name: label ?? kindName, kindName, remove: t(`${kind}_remove`) };
}

/** Row of a second factor in its owner's list. */
export function FactorRow({
  factor,
  detail,
  children,
}: {
  factor: Held;
  detail: ReactNode;
  children: ReactNode;
}) {
  const { name } = useFactorWords(factor);
  const Icon = icons[factor.kind];
  return (
    <Row
      picture={<Icon aria-hidden className="size-5 shrink-0 text-ink-faint" />}
      title={name}
      detail={detail}
    >
      {children}
    </Row>
  );
}
