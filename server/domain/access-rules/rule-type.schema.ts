import type fc from "fast-check";
import type * as z from "zod";
import type { Locale } from "@/server/kernel/strings/languages";
import type { CodedText, TextParam } from "@/server/kernel/texts/define";
import type { Address, Match } from "./matching.schema";
import type { RuleWords } from "./rule-words.schema";
import type { SignInMethod } from "../sign-in-methods/sign-in-methods.schema";

/*
 * The parts of an access-rule type. Each module in types/ builds one type by `eitherWay`, `allowance`, `denial` or `limit`. A
 * missing part is a compile error. rule-types.schema.ts lists the types. This module has no side effects and also runs in the
 * browser.
 */

/** Data of a sign-in that rules test. Null means unknown. */
export interface Facts {
  at: Date;
  ip: string | null;
  /** Country code (ISO 3166-1 alpha-2) in upper case. */
  country: string | null;
  region: string | null;
  /** True if the address belongs to a VPN, a proxy or Tor. */
  anonymizer: boolean | null;
  method: SignInMethod;
  userId: number;
  /** All tags of the user. */
  tagIds: readonly number[];
  /** The app of the sign-in; null for the console and the account pages. */
  appId: number | null;
}

/** Data of a sign-in, with the parsed address. The address is parsed once for all compiled rules. */
export interface PreparedFacts extends Facts {
  address: Address | null;
}

/** Data of a simulated sign-in. An absent field means unknown. */
export type Supposed = Partial<Pick<Facts, "country" | "ip" | "method">>;

export interface Limits {
  maxSessions?: number;
  maxSessionMinutes?: number;
  maxDevices?: number;
}

export type Effect = "allow" | "deny";

/** Builds the sentence with which a rule refuses a sign-in. */
export interface Sentence {
  /** Returns the sentence. `found` is the value of this sign-in that the sentence contains, such as its country. */
  text: (found: TextParam) => CodedText;
  /**
   * Returns the value `found` for `text`. Rules that test the same kind of value share one function. The decision therefore
   * calls the function once for each sign-in.
   */
  found: (facts: Facts) => TextParam;
}

/** A compiled rule that can refuse sign-ins. */
export interface Refuser {
  /** Index of the rule in the list of all rules. */
  position: number;
  rule: { id: number; type: string };
  sentence: Sentence;
}

/** A rule of one type. `definition` contains its type-specific fields. */
export interface Compilable<D> {
  refuser: Refuser;
  definition: D;
}

/** Returns the rules that deny this sign-in, in the order of the list of all rules. */
export type Denial = (facts: PreparedFacts) => readonly Refuser[];
/** Returns "yes" if one of the merged rules holds. */
export type Allowance = (facts: PreparedFacts) => Match;

/** Schemas of the type-specific fields in a request. The descriptions of the schemas appear in the API reference. */
export type RequestFields = Record<string, z.ZodType>;

/** An access-rule type. `D` is the type of its fields. */
export interface RuleKind<D> {
  /**
   * `either`: the rule's field `effect` decides. `allow` or `deny`: all rules of the type have this effect. `limit`: the rule
   * refuses nothing by itself.
   */
  role: "either" | Effect | "limit";
  /**
   * True if the table of sign-ins stores all data that the type tests. A preview can compute the refusals only in this case.
   */
  foreseeable: boolean;
  /** Condition under which a rule holds or matches. The table of docs/access-rules.md contains this text. */
  description: string;
  /** Returns the demand of the rule as the beginning of a sentence, for example "Only from Germany". */
  demand: (definition: D) => CodedText;
  /** Returns the rule's effect; null for a limit. */
  effectOf: (definition: D) => Effect | null;
  matches: (definition: D, facts: Facts) => Match;
  /** Returns the builder of the sentence with which the rule refuses a sign-in. Throws for a limit. */
  sentence: (definition: D) => Sentence;
  /**
   * Returns a text for the data that the type tests and the simulated sign-in lacks. A sentence contains this text after the
   * words "depends on". Returns null if the data is known.
   */
  missing: (supposed: Supposed) => CodedText | null;
  limitsOf: (definition: D) => Limits;
  /** Merges the denying rules of one scope into one function. */
  compileDenials: (rules: readonly Compilable<D>[]) => Denial;
  /** Merges the allowing rules of one scope into one function. */
  compileAllowances: (rules: readonly Compilable<D>[]) => Allowance;
}

/** A type that can be stored, with the schema of its fields and a generator for tests. */
export interface RuleTypeModule<
  S extends z.ZodType = z.ZodType,
  F extends RequestFields = RequestFields,
> extends RuleKind<z.output<S>> {
  /** Checks the fields of a rule of this type. */
  schema: S;
  fields: F;
  /** Texts about the type in the console, in every language. */
  words: Readonly<Record<Locale, RuleWords<keyof F & string>>>;
  /** Generates definitions for the comparison of `decide` with `createDecider`. */
  generate: (check: typeof fc) => fc.Arbitrary<z.output<S>>;
}

type Common<S extends z.ZodType, F extends RequestFields> = Pick<
  RuleTypeModule<S, F>,
  "schema" | "fields" | "words" | "description" | "demand" | "generate"
>;
type Refusing<S extends z.ZodType, F extends RequestFields> = Common<S, F> &
  Pick<RuleTypeModule<S, F>, "matches" | "sentence" | "missing" | "foreseeable">;

const never = (part: string) => () => {
  throw new Error(`an access rule of this type has no ${part}`);
};
const noLimits = (): Limits => ({});

/** Creates a type whose rules allow or deny, by their field `effect`. */
export const eitherWay = <S extends z.ZodType<{ effect: Effect }>, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileDenials" | "compileAllowances">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "either",
  effectOf: ({ effect }) => effect,
  limitsOf: noLimits,
});

/** Creates a type whose rules are alternatives: one rule of a scope must hold. */
export const allowance = <S extends z.ZodType, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileAllowances">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "allow",
  effectOf: () => "allow",
  limitsOf: noLimits,
  compileDenials: never("denial"),
});

/** Creates a type whose rules refuse the sign-ins that they match. */
export const denial = <S extends z.ZodType, F extends RequestFields>(
  parts: Refusing<S, F> & Pick<RuleTypeModule<S, F>, "compileDenials">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "deny",
  effectOf: () => "deny",
  limitsOf: noLimits,
  compileAllowances: never("allowance"),
});

/** Creates a type that limits an amount and refuses nothing by itself. */
export const limit = <S extends z.ZodType<Limits>, F extends RequestFields>(
  parts: Omit<Common<S, F>, "description">,
): RuleTypeModule<S, F> => ({
  ...parts,
  role: "limit",
  foreseeable: false,
  description: "refuses nothing by itself",
  effectOf: () => null,
  matches: () => "unknown",
  sentence: never("refusal"),
  missing: () => null,
  limitsOf: (definition) => definition,
  compileDenials: never("denial"),
  compileAllowances: never("allowance"),
});
