import { recordedWords } from "@/server/kernel/recorded-words";
import type { Factor } from "./factors";

/** Returns the name of a factor for the audit log. */
export const factorWords = ({ kind, label }: Pick<Factor, "kind" | "label">) =>
  label === null ? recordedWords[kind] : `${recordedWords[kind]} (${label})`;
