import { parseJson, TooDeep, TooMany, TooWide } from "../kernel/json";
import { ScimError } from "./errors";

/*
 * How much work one request may ask for. Each bound is looked at before the work begins, because this process answers everybody
 * else, too.
 */

/** Values of one attribute of a user, such as emails; members of groups have a bound of their own. */
export const MOST_VALUES = 1_000;
/** Parts of one of these values: an address has eight. */
export const MOST_PARTS = 50;
/** Keys of one object: the attributes are matched without their letter case, one after the other. */
export const MOST_KEYS = 200;
/** Changes of one PATCH: its operations, and of one without a path each key of its value. */
export const MOST_CHANGES = 2_000;
/** Members that one request may name. */
export const MOST_MEMBERS = 10_000;
/** Characters of what is kept of a person, since every list of people carries it. */
export const MOST_KEPT = 64_000;
/** Values in one body, whatever their kind. */
const MOST_NODES = 300_000;
/** Deeper than anything that SCIM describes; what walks through a body does so by recursion. */
const DEEPEST = 51;

const invalidSyntax = (detail: string) => new ScimError(400, "invalidSyntax", detail);

/** Parses a body. Throws a refusal, before it is parsed, if it is too deep, too wide or too large, and SyntaxError if it is not JSON. */
export function parseBounded(text: string): unknown {
  try {
    return parseJson(text, { levels: DEEPEST, nodes: MOST_NODES, keys: MOST_KEYS });
  } catch (error) {
    if (error instanceof TooDeep) throw invalidSyntax("The body is nested too deeply.");
    if (error instanceof TooWide) throw invalidSyntax(`An object has at most ${MOST_KEYS} attributes.`);
    if (error instanceof TooMany)
      throw new ScimError(413, null, `The body has more than ${MOST_NODES} values.`);
    throw error;
  }
}

/** How many comparisons the operations of one PATCH may need together; one takes about a microsecond. */
const MOST_COMPARISONS = 50_000;
/** How much text is read as quickly as two values are compared. */
const CHARACTERS = 128;

/** Counts the comparisons of a request and refuses it before those that would be too many. */
export class Comparisons {
  #left = MOST_COMPARISONS;

  /** `characters`: how long all that is compared is at most. */
  constructor(private readonly characters: number) {}

  /** Refuses `passes` walks through a list of this length where they are too many. */
  spend(length: number, passes: number) {
    this.#take((length + this.characters / CHARACTERS) * passes);
  }

  /** Refuses a walk through this many keys where it is one too many. */
  spendKeys(keys: number) {
    this.#take(keys);
  }

  /** Refuses to write a text of this length into so many values of a list: together they would be too long to be kept. */
  spendCopies(characters: number, values: number) {
    if (values > 1 && characters * values > MOST_KEPT) throw tooLong();
    this.#take((characters * values) / CHARACTERS);
  }

  #take(comparisons: number) {
    this.#left -= comparisons;
    if (this.#left < 0)
      throw new ScimError(
        400,
        "tooMany",
        "The operations compare too many values; send them in several requests.",
      );
  }
}

/** The refusal of a person of whom more would be kept than is. */
export const tooLong = () =>
  new ScimError(400, "invalidValue", `The attributes of a user have at most ${MOST_KEPT} characters.`);
