/** Spellings that replace a part of an event's name in its label. */
const SPELLINGS: readonly [plain: RegExp, spelling: string][] = [
  [/\bsign ?in\b/, "sign-in"],
  [/\bact as\b/, "act-as"],
  [/\bemail\b/, "e-mail"],
  [/\bscim\b/, "SCIM"],
  [/\bmfa\b/, "MFA"],
];

/**
 * Returns an English label for an event without a definition, made from its name: `scim_token_created` becomes "SCIM token
 * created". Accepts any text, because old logs contain events of other versions.
 */
export function labelFromName(event: string): string {
  const words = SPELLINGS.reduce(
    (text, [plain, spelling]) => text.replace(plain, spelling),
    event.replaceAll("_", " "),
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
