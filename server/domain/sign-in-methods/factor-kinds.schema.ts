import type { Locale } from "@/server/kernel/strings/languages";
import { firstMethods, type ProofFacts, type SignInMethod } from "./sign-in-methods.schema";

/** Texts about a kind of factor in one language. */
export interface FactorWords {
  /** Name in lists of the owner's factors. */
  name: string;
  /** Label of the button that removes a factor, for screen readers. */
  remove: string;
  /** Name inside a sentence: in the log, which is in English, and in messages. */
  inLog: string;
  /** Name of one proof in lists of sessions and sign-ins, if it is not `name`. */
  proof?: string;
}

type Translated = Readonly<Record<Locale, string>>;

/** A kind of second factor, of users and of platform administrators. */
export interface FactorKindFacts extends ProofFacts {
  /** Name of the proof in sign-ins, sessions and statistics. */
  method: string;
  /** False for a kind that only replaces a lost second factor. */
  isSecondFactor: boolean;
  /** The input for a code that the owner reads elsewhere; null if the answer is not such a code. */
  typedCode: { digits: boolean; label: Translated } | null;
  /** True if a sign-in that requires a second factor can set it up. */
  setUpAtSignIn: boolean;
  /** Words of a message about a used-up code, in the place of `inLog`; null if a code can be used again or costs nothing. */
  usedUp: Translated | null;
  words: Readonly<Record<Locale, FactorWords>>;
}

/**
 * The kinds of second factors, in the order of a sign-in. Proofs, claims, statistics, messages and pages derive from this table;
 * `server/domain/factors` stores and checks the factors. The database stores the keys and the methods. Never rename one.
 */
export const factorKinds = {
  totp: {
    method: "totp",
    isSecondFactor: true,
    restsOn: "authenticator",
    amr: ["otp"],
    sentBy: null,
    typedCode: {
      digits: true,
      label: { en: "Code of your authenticator app", de: "Code Ihrer Authenticator-App" },
    },
    setUpAtSignIn: true,
    usedUp: null,
    words: {
      en: {
        name: "Authenticator app",
        remove: "Remove this authenticator app",
        inLog: "authenticator app",
      },
      de: {
        name: "Authenticator-App",
        remove: "Diese Authenticator-App entfernen",
        inLog: "Authenticator-App",
      },
    },
  },
  webauthn: {
    ...firstMethods.webauthn,
    method: "webauthn",
    isSecondFactor: true,
    typedCode: null,
    setUpAtSignIn: true,
    usedUp: null,
    words: {
      en: { name: "Passkey", remove: "Remove this passkey", inLog: "passkey" },
      de: { name: "Passkey", remove: "Diesen Passkey entfernen", inLog: "Passkey" },
    },
  },
  email: {
    ...firstMethods.EmailOtp,
    method: "email",
    isSecondFactor: true,
    typedCode: null,
    setUpAtSignIn: true,
    usedUp: null,
    words: {
      en: { name: "Code by e-mail", remove: "Remove codes by e-mail", inLog: "code by e-mail" },
      de: { name: "Code per E-Mail", remove: "Codes per E-Mail entfernen", inLog: "Code per E-Mail" },
    },
  },
  sms: {
    ...firstMethods.SmsOtp,
    method: "sms",
    isSecondFactor: true,
    typedCode: null,
    setUpAtSignIn: false,
    usedUp: null,
    words: {
      en: {
        name: "Code by text message",
        remove: "Remove codes by text message",
        inLog: "code by text message",
      },
      de: { name: "Code per SMS", remove: "Codes per SMS entfernen", inLog: "Code per SMS" },
    },
  },
  recovery_codes: {
    method: "recovery_code",
    isSecondFactor: false,
    restsOn: "recovery",
    amr: ["otp"],
    sentBy: null,
    typedCode: { digits: false, label: { en: "Recovery code", de: "Wiederherstellungscode" } },
    setUpAtSignIn: false,
    usedUp: {
      en: "a recovery code, which was used to sign in",
      de: "ein Wiederherstellungscode, mit dem die Anmeldung gelang",
    },
    words: {
      en: {
        name: "Recovery codes",
        remove: "Remove these recovery codes",
        inLog: "recovery codes",
        proof: "Recovery code",
      },
      de: {
        name: "Wiederherstellungscodes",
        remove: "Diese Wiederherstellungscodes entfernen",
        inLog: "Wiederherstellungscodes",
        proof: "Wiederherstellungscode",
      },
    },
  },
} as const satisfies Record<string, FactorKindFacts>;

type Kinds = typeof factorKinds;
export type FactorKind = keyof Kinds;
type KindWith<Facts> = { [K in FactorKind]: Kinds[K] extends Facts ? K : never }[FactorKind];
/** Kinds whose code the owner reads elsewhere and types. */
export type TypedFactorKind = KindWith<{ typedCode: object }>;
/** Kinds whose code the server sends by message. */
export type CodeFactorKind = KindWith<{ sentBy: string }>;

/** The kind of a stored factor. It is `unknown` for a kind of another version. Such a factor proves nothing. */
export type HeldKind = FactorKind | "unknown";

// The casts are necessary, because Object.keys and filter lose the names.
export const factorKindNames = Object.keys(factorKinds) as [FactorKind, ...FactorKind[]];
export const heldKinds = [...factorKindNames, "unknown"] as [HeldKind, ...HeldKind[]];
const factsOf: Readonly<Record<FactorKind, FactorKindFacts>> = factorKinds;
const kindsWhere = <K extends FactorKind>(has: (facts: FactorKindFacts) => boolean) =>
  factorKindNames.filter((kind) => has(factsOf[kind])) as [K, ...K[]];
export const secondFactorKinds = kindsWhere<FactorKind>((facts) => facts.isSecondFactor);
export const codeFactorKinds = kindsWhere<CodeFactorKind>(({ sentBy }) => sentBy !== null);
export const typedFactorKinds = kindsWhere<TypedFactorKind>(({ typedCode }) => typedCode !== null);

export const isHeldKind = (kind: string): kind is HeldKind => (heldKinds as readonly string[]).includes(kind);

/** Returns the kind of a stored factor. */
export const heldKindOf = (stored: string): HeldKind => (isHeldKind(stored) ? stored : "unknown");

export const isSecondFactor = ({ kind }: { kind: HeldKind }) =>
  kind !== "unknown" && factorKinds[kind].isSecondFactor;

/** Returns true for a kind whose code the owner can type. */
export const isTypedKind = (kind: HeldKind): kind is TypedFactorKind =>
  kind !== "unknown" && factorKinds[kind].typedCode !== null;

const unknownWords: Readonly<Record<Locale, FactorWords>> = {
  en: { name: "Unknown factor", remove: "Remove this factor", inLog: "unknown factor" },
  de: { name: "Unbekannter Faktor", remove: "Diesen Faktor entfernen", inLog: "unbekannter Faktor" },
};

export const wordsOfFactor = (kind: HeldKind): Readonly<Record<Locale, FactorWords>> =>
  kind === "unknown" ? unknownWords : factorKinds[kind].words;

export type FactorMethod = Kinds[FactorKind]["method"];
/** Methods of the factors that a sign-in can set up. */
export type EnrolMethod = Kinds[KindWith<{ setUpAtSignIn: true }>]["method"];
export const enrolMethods = kindsWhere<FactorKind>(({ setUpAtSignIn }) => setUpAtSignIn).map(
  (kind) => factorKinds[kind].method as EnrolMethod,
);
export type ProofMethod = SignInMethod | FactorMethod;
export type ProofBasis = (typeof firstMethods)[SignInMethod]["restsOn"] | Kinds[FactorKind]["restsOn"];

// The cast is necessary, because Object.fromEntries loses the names.
export const kindByMethod = Object.fromEntries(
  factorKindNames.map((kind) => [factorKinds[kind].method, kind]),
) as { readonly [K in FactorKind as Kinds[K]["method"]]: K };

export const factorMethods = factorKindNames.map((kind) => factorKinds[kind].method);

export const isFactorMethod = (method: string): method is FactorMethod => Object.hasOwn(kindByMethod, method);

/** Returns true for a method that only replaces a lost second factor. */
export const replacesFactor = (method: string): boolean =>
  isFactorMethod(method) && !isSecondFactor({ kind: kindByMethod[method] });

/** Returns true for a method of this version. A stored proof by another method proves nothing. */
export const isProofMethod = (method: string): method is ProofMethod =>
  Object.hasOwn(firstMethods, method) || isFactorMethod(method);

/** Returns the facts about a proof. The cast narrows `restsOn`, which the interface declares as a text. */
export const proofFacts = (method: ProofMethod) =>
  (isFactorMethod(method) ? factorKinds[kindByMethod[method]] : firstMethods[method]) as ProofFacts & {
    restsOn: ProofBasis;
  };

/** Returns the things on which these methods rest. Unknown methods rest on nothing. */
export const basesOf = (methods: readonly string[]): Set<ProofBasis> =>
  new Set(methods.filter(isProofMethod).map((method) => proofFacts(method).restsOn));
