/*
 * Names of actors as the audit log records them. People choose their names, so a name could imitate the label of an
 * administrator who acts as a user. Such a name is recorded in quotation marks.
 */

const ACTING_AS = ", acting as ";

/** Words of that label in each language of the console. */
const ACTING_WORDS = /(?<!\p{L})(?:acting as|handelt als)(?!\p{L})/u;

/** Returns a name without differences that people do not see: forms of letters, invisible characters and kinds of spaces. */
const seen = (name: string) =>
  name
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Mn}]/gu, "")
    .replace(/\s+/gu, " ")
    .toLowerCase();

/** Returns the name as a label contains it: as a JSON string if it imitates a label of act-as or begins with a quotation mark. */
export const recordedName = (name: string): string =>
  name.startsWith('"') || ACTING_WORDS.test(seen(name)) ? JSON.stringify(name) : name;

/** Returns the label "{actor}, acting as {user}" of an administrator who acts as a user. */
export const actingLabel = (actor: string, user: string): string =>
  `${recordedName(actor)}${ACTING_AS}${recordedName(user)}`;

/** Returns the length of the recorded name at the start of a label. */
function nameLength(label: string): number {
  if (!label.startsWith('"')) {
    const at = label.indexOf(ACTING_AS);
    return at < 0 ? label.length : at;
  }
  for (let at = 1; at < label.length; at += 1) {
    if (label[at] === "\\") at += 1;
    else if (label[at] === '"') return at + 1;
  }
  return label.length;
}

/** Returns both recorded names of a label of act-as; null for another label. */
export function actingNames(label: string): { actor: string; user: string } | null {
  const length = nameLength(label);
  if (!label.startsWith(ACTING_AS, length)) return null;
  const [actor, user] = [label.slice(0, length), label.slice(length + ACTING_AS.length)];
  return nameLength(user) === user.length ? { actor, user } : null;
}
