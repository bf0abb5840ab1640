/**
 * Returns the key that an address is counted under. All spellings that a database may take for one address (its `lower()` depends on
 * the locale: that of `İ` is `i`, or `i` with a dot above) have one key; spellings that it tells apart may share it, too.
 */
export function addressKey(address: string): string {
  // Each character by itself: the small sigma at the end of a word would be another one.
  const folded = Array.from(address.normalize("NFKC"), (character) =>
    character.toLowerCase().toUpperCase().toLowerCase(),
  );
  return folded
    .join("")
    .normalize("NFKC")
    .replace(/i\u0307+/g, "i")
    .replaceAll("ς", "σ");
}
