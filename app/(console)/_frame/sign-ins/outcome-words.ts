import { useExtracted } from "next-intl";

/** What became of a sign-in. */
export function useOutcomeWords() {
  const t = useExtracted("console");
  return {
    succeeded: t("Signed in"),
    failed: t("Failed"),
    refused: t("Refused"),
    stepped_up: t("Second factor asked"),
  };
}
