import { useExtracted } from "next-intl";

/** Converts `newDevice` to "new device". */
const spaced = (name: string) => name.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns a function that names a risk signal for use inside a line. */
export function useSignalWords(): (signal: string) => string {
  const t = useExtracted("console");
  const words: Record<string, string> = {
    newDevice: t("new device"),
    newCountry: t("new country"),
    impossibleTravel: t("impossible travel"),
    anonymizer: t("anonymizer"),
    failedAttempts: t("failed attempts"),
    commonPassword: t("common password"),
    weakPassword: t("weak password"),
    unusualHour: t("unusual hour"),
    freshAccount: t("new account"),
  };
  return (signal) => words[signal] ?? spaced(signal);
}
