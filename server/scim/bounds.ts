import { parseJson, TooDeep, TooMany, TooWide } from "../kernel/strings/json";
import { requestRefusals } from "../kernel/refusals";
import { ScimError } from "./errors";
import { defineRefusals } from "../kernel/texts/define";

const scimRefusals = defineRefusals("scim", {
  too_many_keys: { status: 400, text: "An object has at most {max} attributes." },
  user_too_large: { status: 400, text: "The attributes of a user have at most {max} characters." },
  too_many_comparisons: {
    status: 400,
    text: "The operations compare too many values; send them in several requests.",
  },
});

/*
 * Limits of the work of one request. Each is checked before the work begins, because this process serves all other
 * requests too.
 */

/** Maximum number of values of one attribute of a user, such as emails. Members of groups have their own limit. */
export const MOST_VALUES = 1_000;
/** Maximum number of parts of one of these values. An address has eight. */
export const MOST_PARTS = 50;
/** Maximum number of keys of one object. Keys are compared one after another, in any letter case. */
export const MOST_KEYS = 200;
/** Maximum number of changes in one PATCH. An operation without a path counts once for each key of its value. */
export const MOST_CHANGES = 2_000;
/** Maximum number of members in one request. */
export const MOST_MEMBERS = 10_000;
/** Maximum number of characters of a user's stored attributes. Every list of users contains them. */
export const MOST_KEPT = 64_000;
/** Maximum number of values of any type in one body. */
const MOST_NODES = 300_000;
/** Maximum depth of a body, greater than any depth in SCIM. Bodies are processed by recursion. */
const DEEPEST = 51;

/**
 * Parses a body. Throws a refusal before parsing if it is too deep, too wide or too large. Throws SyntaxError if it
 * is not JSON.
 */
export function parseBounded(text: string): unknown {
  try {
    return parseJson(text, { levels: DEEPEST, nodes: MOST_NODES, keys: MOST_KEYS });
  } catch (error) {
    if (error instanceof TooDeep)
      throw new ScimError("invalidSyntax", requestRefusals.body_nested_too_deeply());
    if (error instanceof TooWide)
      throw new ScimError("invalidSyntax", scimRefusals.too_many_keys({ max: MOST_KEYS }));
    if (error instanceof TooMany)
      throw new ScimError(null, requestRefusals.too_many_values({ max: MOST_NODES }));
    throw error;
  }
}

/** Maximum number of comparisons of all operations of one PATCH. One comparison takes about a microsecond. */
const MOST_COMPARISONS = 50_000;
/** Number of characters that are read in the time of one comparison. */
const CHARACTERS = 128;

/** Counts the comparisons of a request and refuses the work that would exceed the limit. */
export class Comparisons {
  #left = MOST_COMPARISONS;

  /** `characters`: highest total length of the compared values. */
  constructor(private readonly characters: number) {}

  /** Counts `passes` searches through a list of this length. Throws if they exceed the limit. */
  spend(length: number, passes: number) {
    this.#take((length + this.characters / CHARACTERS) * passes);
  }

  /** Counts a search through this number of keys. Throws if it exceeds the limit. */
  spendKeys(keys: number) {
    this.#take(keys);
  }

  /**
   * Counts the copies of a text of this length in this number of values. Throws if they exceed the storage limit or the
   * limit of comparisons.
   */
  spendCopies(characters: number, values: number) {
    if (values > 1 && characters * values > MOST_KEPT) throw tooLong();
    this.#take((characters * values) / CHARACTERS);
  }

  #take(comparisons: number) {
    this.#left -= comparisons;
    if (this.#left < 0) throw new ScimError("tooMany", scimRefusals.too_many_comparisons());
  }
}

/** Returns the refusal for a user with too many stored attributes. */
export const tooLong = () => new ScimError("invalidValue", scimRefusals.user_too_large({ max: MOST_KEPT }));
