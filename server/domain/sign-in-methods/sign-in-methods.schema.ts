/** What a proof of identity shows. */
export interface ProofFacts {
  /** What the proof rests on. Two proofs that rest on the same thing count as one factor. */
  restsOn: string;
  /** Values of the `amr` claim (RFC 8176). Empty if another identity provider checked the user. */
  amr: readonly string[];
  /** Channel of the code or link that the proof answers; null if the server sends none. */
  sentBy: "email" | "sms" | null;
}

/** The methods of a first factor. Access rules and connectors use the same names. Pages load this table. */
export const firstMethods = {
  password: { restsOn: "password", amr: ["pwd"], sentBy: null },
  webauthn: { restsOn: "passkey", amr: ["hwk", "user"], sentBy: null },
  EmailOtp: { restsOn: "mailbox", amr: ["otp"], sentBy: "email" },
  SmsOtp: { restsOn: "phone", amr: ["sms"], sentBy: "sms" },
  MagicLink: { restsOn: "mailbox", amr: ["otp"], sentBy: "email" },
  Ldap: { restsOn: "password", amr: ["pwd"], sentBy: null },
  Saml: { restsOn: "outside", amr: [], sentBy: null },
  Social: { restsOn: "outside", amr: [], sentBy: null },
} as const satisfies Record<string, ProofFacts>;

export type SignInMethod = keyof typeof firstMethods;
/** Methods of a first factor whose code or link the server sends. */
export type SentFirstMethod = {
  [M in SignInMethod]: (typeof firstMethods)[M]["sentBy"] extends string ? M : never;
}[SignInMethod];

// The cast is necessary, because the return type of Object.keys is string[].
export const signInMethods = Object.keys(firstMethods) as [SignInMethod, ...SignInMethod[]];
