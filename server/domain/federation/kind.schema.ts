import type fc from "fast-check";
import * as z from "zod";
import type { Locale } from "@/server/kernel/strings/languages";
import { must } from "@/server/kernel/strings/must";
import { defineTexts, type CodedText } from "@/server/kernel/texts/define";
import { byField, userFieldNames, type UserField } from "@/server/kernel/user-fields";
import { linkingDefaults, type AddressName, type ProviderKind } from "./kinds.schema";

/*
 * The parts of a kind of identity provider. Each module builds one kind by `defineKind`. A missing part is a compile error.
 * federation.schema.ts lists the modules. The protocol of a kind is its other half (server/auth/federation/protocol.ts). This
 * module also runs in the browser.
 */

export const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^\P{Cc}*$/u, must("control_characters"));
export const required = (max: number) => text(max).min(1);
export const PemText = z.string().trim().max(50_000);

/** A domain name, as after the @ of an e-mail address. */
const Domain = text(253)
  .toLowerCase()
  .regex(/^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,}$/u, {
    error: ({ input }) => must("not_domain", { value: String(input) }),
  });

export const EmailDomains = z.array(Domain).max(100, must("too_many_domains", { max: 100 }));

/** Settings for linking accounts, for trust in addresses and for updates of profiles. */
const linkingShape = {
  /** True if all addresses from the provider count as verified. A statement of the provider is then not necessary. */
  trustEmail: z.boolean().default(linkingDefaults.trustEmail),
  /** Domains whose addresses can count as verified. An empty list means all domains. */
  emailDomains: EmailDomains.default(linkingDefaults.emailDomains),
  /** True if an unknown identity is linked to the user with the same verified address. */
  linkByEmail: z.boolean().default(linkingDefaults.linkByEmail),
  /** True if the first sign-in of an unknown identity creates a user. */
  createPeople: z.boolean().default(linkingDefaults.createPeople),
  /** True if the names of a user follow the provider at each sign-in. */
  updateProfile: z.boolean().default(linkingDefaults.updateProfile),
};

/**
 * Returns the settings that all kinds have. `names` are the provider's attributes for Castellan's user fields. An empty name means
 * that no attribute is read for the field.
 */
export const commonShape = (names: Record<"email" | UserField, string>) => ({
  ...linkingShape,
  attributes: z
    .object({
      email: text(200).default(names.email),
      ...byField(userFieldNames, (field) => text(200).default(names[field])),
    })
    .prefault({}),
});

const CommonSettings = z.object(commonShape({ email: "", ...byField(userFieldNames, () => "") }));
export type CommonSettings = z.output<typeof CommonSettings>;

/** The secret that a provider gets from Castellan. */
export interface ProviderSecret<Settings> {
  /** A stored secret is never used as another kind of secret. `signing_key`: a private key for ES256, which is never sent. */
  use(settings: Settings): "password" | "client_secret" | "signing_key";
  /**
   * Returns the settings that decide which server gets the secret. A change of them requires the secret again. Otherwise, whoever
   * may change an address would get the stored secret.
   */
  receiver(settings: Settings): readonly [unknown, ...unknown[]];
}

interface RequestAddress<Field extends string = string> {
  field: Field;
  /** The address as a web address. */
  url: string;
  isEncrypted: boolean;
}

/** Texts of a kind in one language. */
export interface KindWords<Address extends string = string, Field extends string = string> {
  label: string;
  /** One sentence that explains the kind. */
  hint: string;
  /** Name of the kind in the audit log. */
  inLog: string;
  /** Name of a sign-in by the connector in lists of sign-ins and sessions. */
  proof: string;
  /** One sentence that explains the connector to administrators who approve it. */
  connectorHint: string;
  /** Labels of our addresses that an operator enters at the provider. */
  addresses: Readonly<Record<Address, string>>;
  /** Labels of the settings of this kind in the audit log. */
  fields: Readonly<Record<Field, string>>;
}

/** A kind of identity provider. `Settings` contains no secrets. */
export interface ProviderKindModule<Settings extends CommonSettings = CommonSettings> {
  settings: z.ZodType<Settings>;
  /** Null: providers of this kind get no secret, so there is none to protect. */
  secret: ProviderSecret<Settings> | null;
  /**
   * Returns the address to which this server sends requests, and the setting that contains it. Null: only browsers open the
   * provider's addresses.
   */
  requestAddress(settings: Settings): RequestAddress | null;
  /**
   * Setting that names the authority that assigns the provider's subjects. It cannot change while people are linked. Null: the
   * subjects stay the same at another address.
   */
  authority: string | null;
  /** Settings with certificates in PEM form. The audit log contains their fingerprints. */
  certificates: readonly string[];
  /** True if Castellan has keys of its own for each provider, published as certificates. */
  hasOwnKeys: boolean;
  /** Label of the connector. */
  connectorLabel: CodedText;
  /** Fact about a user who is linked to a provider of this kind. */
  linked: CodedText;
  words: Readonly<Record<Locale, KindWords>>;
  /** Generates settings for tests. */
  generate: (check: typeof fc) => fc.Arbitrary<object>;
}

const connectorTexts = defineTexts("connector_label", { provider: "{label} identity provider" });

const explanationTexts = defineTexts("explanation", {
  has_provider: "They are linked to a provider of the kind {label} that the app offers.",
});

/** Texts that name a kind by its label. A kind can have others. */
type Named = Pick<ProviderKindModule, "connectorLabel" | "linked">;

/** Checks the parts of a kind. */
export function defineKind<Kind extends ProviderKind, S extends z.ZodObject>(
  _kind: Kind,
  parts: Omit<ProviderKindModule, keyof Parts<Kind, S> | keyof Named> & Partial<Named> & Parts<Kind, S>,
) {
  const { label } = parts.words.en;
  const named: Named = {
    connectorLabel: connectorTexts.provider({ label }),
    linked: explanationTexts.has_provider({ label }),
  };
  return { ...named, ...parts };
}

type Field<S extends z.ZodType> = keyof z.output<S> & string;

interface Parts<Kind extends ProviderKind, S extends z.ZodType> {
  settings: S;
  secret: ProviderSecret<z.output<S>> | null;
  requestAddress(settings: z.output<S>): RequestAddress<Field<S>> | null;
  authority: Field<S> | null;
  certificates: readonly Field<S>[];
  words: Readonly<Record<Locale, KindWords<AddressName<Kind>, Exclude<Field<S>, keyof CommonSettings>>>>;
  generate: (check: typeof fc) => fc.Arbitrary<z.input<S>>;
}
