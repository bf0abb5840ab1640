import { useExtracted } from "next-intl";

/** Returns the labels of sign-in outcomes. */
export function useOutcomeWords() {
  const t = useExtracted("console");
  return {
    succeeded: t("Signed in"),
    failed: t("Failed"),
    refused: t("Refused"),
    stepped_up: t("Second factor requested"),
  };
}
