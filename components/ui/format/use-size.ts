import { useExtracted } from "next-intl";
import { sizeText } from "./size";
import { useDateLocale } from "./use-date-locale";

/** Returns a function that formats a number of bytes: "12.3 MB". */
export function useSize() {
  const t = useExtracted("shared");
  const locale = useDateLocale();
  return (bytes: number) => sizeText(bytes, locale, t("bytes"));
}
