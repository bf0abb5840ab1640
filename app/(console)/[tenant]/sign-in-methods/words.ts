import { useExtracted, useTranslations } from "next-intl";
import { byConnector } from "@/server/domain/federation/kinds.schema";

interface MethodWords {
  label: string;
  meaning: string;
}

/**
 * Returns a function that returns the label and the description of a sign-in method. The label of a
 * provider's connector is from the server.
 */
export function useMethodWords(): (method: { name: string; label: string }) => MethodWords {
  const t = useExtracted("sign-in-methods");
  const kindWords = useTranslations("provider-kinds");
  const ofProviders: Record<string, string> = byConnector((kind) => kindWords(`${kind}_connectorHint`));
  const known: Record<string, MethodWords> = {
    EmailOtp: {
      label: t("One-time code by e-mail"),
      meaning: t("A one-time code is sent to the person’s e-mail address and typed in."),
    },
    SmsOtp: {
      label: t("One-time code by text message"),
      meaning: t(
        "A one-time code is sent to the person’s telephone and typed in. Weaker than the others: numbers can be taken over.",
      ),
    },
    MagicLink: {
      label: t("Sign-in link by e-mail"),
      meaning: t("A link is sent to the person’s e-mail address; opening it signs them in."),
    },
  };
  return ({ name, label }) => known[name] ?? { label, meaning: ofProviders[name] ?? "" };
}
