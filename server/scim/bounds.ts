import { parseJson, TooDeep, TooMany, TooWide } from "../kernel/strings/json";
import { requestRefusals } from "../kernel/refusals/requests";
import { scimRefusals } from "../kernel/refusals/scim";
import { ScimError } from "./errors";

/*
 * Limits of the work of one request. Each is checked before the work begins, because this process serves all other
 * requests too.
 */

/** Values of one attribute of a user, such as emails. Members of groups have their own limit. */
export const MOST_VALUES = 1_000;
/** Parts of one of these values; an address has eight. */
export const MOST_PARTS = 50;
/** Keys of one object. Attributes are compared one after another without letter case. */
export const MOST_KEYS = 200;
/** Changes in one PATCH: its operations, where an operation without a path counts once for each key of its value. */
export const MOST_CHANGES = 2_000;
/** Members in one request. */
export const MOST_MEMBERS = 10_000;
/** Characters of a user's stored attributes, which every list of users contains. */
export const MOST_KEPT = 64_000;
/** Values of any type in one body. */
const MOST_NODES = 300_000;
/** Depth of a body, greater than anything in SCIM; bodies are processed by recursion. */
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

/** Comparisons of all operations of one PATCH; one takes about a microsecond. */
const MOST_COMPARISONS = 50_000;
/** Number of characters that are read in the time of one comparison. */
const CHARACTERS = 128;

/** Counts the comparisons of a request and refuses the work that would exceed the limit. */
export class Comparisons {
  #left = MOST_COMPARISONS;

  /** `characters`: highest total length of the compared values. */
  constructor(private readonly characters: number) {}

  /** Throws if `passes` searches through a list of this length exceed the limit. */
  spend(length: number, passes: number) {
    this.#take((length + this.characters / CHARACTERS) * passes);
  }

  /** Throws if a search through this number of keys exceeds the limit. */
  spendKeys(keys: number) {
    this.#take(keys);
  }

  /** Throws if a text of this length in so many values of a list exceeds the storage limit. */
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
