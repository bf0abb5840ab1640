import type { Logger } from "pino";
import type { identityProviderKeys } from "@/db/tenant/federation";
import type { FederatedIdentity } from "../../domain/federation/federated-identity";
import type { Configuration } from "../../domain/federation/federation.schema";
import type { CommonSettings } from "../../domain/federation/kind.schema";
import type { AddressName, kindFacts, ProviderKind } from "../../domain/federation/kinds.schema";
import type { Row } from "../../kernel/operation/store";
import { CodedError } from "../../kernel/texts/text";
import { type CodedText, defineTexts } from "../../kernel/texts/define";
import { connectionProblem } from "../../ports/connection-problem";
import type { GuardedRequest } from "../../ports/guarded-fetch";

// Older versions stored this reason.
defineTexts("provider", { other_kind: "It answered as another kind." });

/*
 * The protocol of a kind of identity provider: how people sign in by it. Each kind has one in its folder. protocols.ts lists them.
 * The other half of a kind is its module (server/domain/federation/kind.schema.ts).
 */

/** Access of the server to providers. */
export interface Reach {
  request: GuardedRequest;
  /** True if http, private addresses and directories without TLS are allowed. */
  allowPrivate: boolean;
}

/** Error that refuses the answer of a provider. Its text is recorded with the sign-in and is not shown to the person. */
export class OutsideRefusal extends CodedError {
  override readonly name = "OutsideRefusal";
}

/** The settings and the secret of a provider. Requests are made for the organization `by`. */
export interface Connection<Settings = CommonSettings> {
  settings: Settings;
  secret: string | null;
  by: string;
}

/** Our own key for a provider. `privateKey` decrypts it, as PEM. */
export interface OwnKey extends Pick<Row<typeof identityProviderKeys>, "use" | "certificate"> {
  privateKey: () => string;
}

/** A provider to which people are redirected. */
export interface RedirectTarget<Settings = CommonSettings> extends Connection<Settings> {
  now: Date;
  /** Returns our address with this name for the provider. */
  address: (name: AddressName) => string;
  readOwnKeys: () => Promise<OwnKey[]>;
  /** Records the use of an identifier in an answer. Returns false if it was used before. */
  takeOnce: (identifier: string, validUntil: Date) => Promise<boolean>;
}

/** An answer of a provider that arrived at one of our addresses. */
export interface Answer<Settings = CommonSettings> {
  /** The state of the redirect. Null if the answer contains none. */
  state: string | null;
  /**
   * Returns the identity in the answer after all checks. `kept` are the values of `begin`. Throws OutsideRefusal if a check fails.
   */
  identify(
    provider: RedirectTarget<Settings>,
    begun: { kept: unknown; state: string },
  ): Promise<FederatedIdentity>;
}

/** One of our addresses for a provider. */
export type Endpoint<Settings = CommonSettings> = { methods: readonly string[] } & (
  | { publish(provider: RedirectTarget<Settings>): Promise<Response> }
  | {
      /** Maximum length in bytes of an answer in a form. */
      mostBytes: number;
      /** Returns the answer in a request. `form` is the body of a POST. Returns null if the request contains no answer. */
      readAnswer(url: URL, form: string | null): Answer<Settings> | null;
    }
);

interface PasswordSignIn<Settings> {
  signIn: "password";
  /**
   * Returns the identity if the provider accepts the password, else null. Calls `refused` with the subject of a person whose
   * password is wrong. Throws if the provider does not answer.
   */
  checkPassword(
    provider: Connection<Settings>,
    typed: { identifier: string; password: string },
    refused: (subject: string) => Promise<void>,
  ): Promise<FederatedIdentity | null>;
}

interface RedirectSignIn<Settings, Address extends string> {
  signIn: "redirect";
  /**
   * Returns the address of the redirect, with `state` to recognize the return, and the values to keep until then. Throws
   * OutsideRefusal if the provider does not answer.
   */
  begin(provider: RedirectTarget<Settings>, state: string): Promise<{ location: string; kept: object }>;
  endpoints: Readonly<Record<Address, Endpoint<Settings>>>;
  /** Ends the processes of the protocol. */
  close?(): Promise<void>;
}

type SettingsOf<Kind extends ProviderKind> = Extract<Configuration, { kind: Kind }>["settings"];
type SignIn<Kind extends ProviderKind> = (typeof kindFacts)[Kind]["signIn"] extends "password"
  ? PasswordSignIn<SettingsOf<Kind>>
  : RedirectSignIn<SettingsOf<Kind>, AddressName<Kind>>;

export interface StartProtocol {
  reach: Reach;
  log: Logger;
}

export interface Protocol<Kind extends ProviderKind> {
  /** Tests the connection step by step. Adds each finding to `findings`. Throws if a step fails. */
  tryConnection(
    connection: Connection<SettingsOf<Kind>>,
    reach: Reach,
    findings: (CodedText | string)[],
  ): Promise<void>;
  /** Creates the sign-in of all providers of the kind, with the caches and processes that it needs. */
  start(deps: StartProtocol): SignIn<Kind>;
}

/** The protocol of any kind. The caller parses the settings by the schema of the kind. */
export interface AnyProtocol {
  tryConnection(connection: Connection, reach: Reach, findings: (CodedText | string)[]): Promise<void>;
  start(deps: StartProtocol): PasswordSignIn<CommonSettings> | RedirectSignIn<CommonSettings, string>;
}

/** Returns the error as one line of at most 500 characters. Adds the message of its cause, which often contains more detail. */
export function describeError(error: unknown): CodedText | string {
  const problem = connectionProblem(error);
  if (problem !== null) return problem;
  if (error instanceof CodedError) return error.text;
  if (!(error instanceof Error)) return "unknown error";
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : "";
  return `${error.message}${cause}`.slice(0, 500);
}
