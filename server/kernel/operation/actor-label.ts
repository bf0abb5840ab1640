/*
 * Names of actors as the audit log records them. People choose their own names. A name can therefore imitate the label of an
 * administrator who acts as a user. Such a name is recorded in quotation marks.
 */

const ACTING_AS = ", acting as ";

/** The words "acting as" in each language of the console. */
const ACTING_WORDS = /(?<!\p{L})(?:acting as|handelt als)(?!\p{L})/u;

/**
 * Returns a name without differences that are invisible to a reader: compatibility forms and case of letters, combining marks,
 * invisible characters, and kinds of spaces.
 */
const seen = (name: string) =>
  name
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Mn}]/gu, "")
    .replace(/\s+/gu, " ")
    .toLowerCase();

/**
 * Returns the name in the form in which a label contains the name. The form is a JSON string if the name contains "acting as"
 * or begins with a quotation mark.
 */
export const recordedName = (name: string): string =>
  name.startsWith('"') || ACTING_WORDS.test(seen(name)) ? JSON.stringify(name) : name;

/** Returns the label "{actor}, acting as {user}" of an administrator who acts as a user. */
export const actingLabel = (actor: string, user: string): string =>
  `${recordedName(actor)}${ACTING_AS}${recordedName(user)}`;

/** Returns the length of the actor's name at the start of a label. */
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

/**
 * Returns the names of the administrator and of the user in a label "{actor}, acting as {user}". Returns null for another
 * label.
 */
export function actingNames(label: string): { actor: string; user: string } | null {
  const length = nameLength(label);
  if (!label.startsWith(ACTING_AS, length)) return null;
  const [actor, user] = [label.slice(0, length), label.slice(length + ACTING_AS.length)];
  return nameLength(user) === user.length ? { actor, user } : null;
}
