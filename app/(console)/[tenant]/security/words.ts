/** What became of a sign-in. */
export const outcomeWords: Record<string, string> = {
  succeeded: "Signed in",
  failed: "Failed",
  refused: "Refused",
  stepped_up: "Second factor asked",
};

/** `impossibleTravel` or `password_spraying` as a reader says it. */
export function signalWords(name: string) {
  const words = name
    .replaceAll("_", " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
