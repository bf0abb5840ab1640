/**
 * Returns the key under which limits count an address. All spellings that a database can treat as one address
 * have one key. The result of `lower()` depends on the locale: for `İ` it is `i`, or `i` with a dot above.
 * Some spellings that the database distinguishes also share a key.
 */
export function addressKey(address: string): string {
  // Folds each character alone, because the small sigma at the end of a word is another character.
  const folded = Array.from(address.normalize("NFKC"), (character) =>
    character.toLowerCase().toUpperCase().toLowerCase(),
  );
  return folded
    .join("")
    .normalize("NFKC")
    .replace(/i\u0307+/g, "i")
    .replaceAll("ς", "σ");
}
