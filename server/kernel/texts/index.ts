import type { DefinedText } from "./define";
import { explanationTexts } from "./explanation";
import { nameTexts } from "./names";
import { ruleTexts } from "./rules";
import { signInTexts } from "./sign-in";

/** All texts by code. The translations derive from them. */
export const texts: ReadonlyMap<string, DefinedText> = new Map(
  [explanationTexts, nameTexts, ruleTexts, signInTexts]
    .flatMap((area): DefinedText[] => Object.values(area))
    .map((text) => [text.code, text]),
);
