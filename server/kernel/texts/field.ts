import { AppError, type RefusalParams } from "../errors";
import { readMessage } from "../strings/must";
import type { Locale } from "../strings/languages";
import { declareText, paramsIn, withParams } from "./define";

/**
 * Refusals of a field by its schema. Each text follows the field's name. Schemas use `must`. Code that refuses a field
 * by itself uses `refusedField`. Pages load these texts to validate a form.
 */
export const fieldTexts = {
  required: "must be given",
  empty: "must not be empty",
  not_valid: "is not valid",
  unknown_keys: "must not hold {names}",

  // Types.
  not_a_text: "must be a text",
  not_a_number: "must be a number",
  not_whole: "must be a whole number",
  not_a_boolean: "must be true or false",
  not_a_list: "must be a list",
  not_an_object: "must be an object",
  not_null: "must be null",

  // Lengths and bounds.
  too_long: "must have at most {max} characters",
  too_short: "must have at least {min} characters",
  wrong_length: "must have {length} characters",
  too_long_or_not_a_text: "must be a text of at most {max} characters",
  too_many_items: "must have at most {max} items",
  too_few_items: "must have at least {min} items",
  wrong_item_count: "must have {count} items",
  too_high: "must be at most {max}",
  too_low: "must be at least {min}",
  not_below: "must be less than {limit}",
  not_above: "must be greater than {limit}",
  not_in_range: "must be a whole number from {min} to {max}",
  not_positive: "must be a whole number from 1 on",
  not_a_multiple: "must be a multiple of {step}",
  too_large: "must have at most {megabytes} MB",

  // Choices.
  one_of: "must be one of {values}",
  one_of_two: "must be {first} or {second}",
  one_of_three: "must be {first}, {second} or {third}",
  one_of_four: "must be {first}, {second}, {third} or {fourth}",
  only: "can only be {value}",
  not_the_one_choice: "must be {value}",
  item_not_one_of: "must be from {values}",
  not_an_option: "must be one of the options",

  // Formats.
  control_characters: "must not contain control characters",
  not_email: "must be an e-mail address",
  not_phone: "must be a phone number like +44 20 7946 0958",
  not_timestamp: "must be a timestamp like 2026-03-14T09:26:53Z",
  before_year_1: "must not be before the year 1",
  not_date: "must be a date like 2026-03-14",
  not_clock_time: "must be a time like 09:30",
  not_colour: "must be a colour",
  not_hex_colour: "must be a colour like #0a7 or #00aa77",
  not_base64: "must be base64",
  not_json_object: "must be a JSON object, like {}",
  not_sha256: "must be 64 hexadecimal digits",
  not_ip_address: "must be an IP address",
  not_domain: "{value} is not a domain such as example.org",
  not_certificates: "must be one or more certificates in PEM form (-----BEGIN CERTIFICATE-----)",
  not_slug: "must be lower-case letters and digits, at most 40",
  not_field_name: "must be a letter followed by letters, digits or _, at most 64 characters",
  not_asset_name: "must be letters, digits, dots, hyphens and underscores, at most 100",
  not_query: "must be the query part of an address, with its question mark",
  not_seal: "is not a seal as this page shows it",
  lacks: "must hold {text}",

  // Addresses.
  not_url: "must be a URL",
  not_absolute_url: "must be an absolute URL",
  not_web_address: "must be an absolute http or https URL",
  not_http_url: "must be an http or https URL",
  not_http_address: "must be an http or https address",
  not_https_url: "must be an https URL",
  not_ldap_url: "must look like ldaps://directory.example.org:636",
  not_encrypted: "must begin with ldaps://, or StartTLS must be on",
  not_uri: "must be an absolute URI",
  no_host: "must name a host",
  user_or_password: "must not hold a user name or password",
  credentials: "must not hold credentials",
  private_address: "must not lead to a private address",
  fragment: "must not have a fragment",
  not_scope: "must be a scope: ASCII without spaces, quotes and backslashes",
  foreign_scheme: "must not use the scheme {scheme}",
  not_https_or_loopback: "must use https, except for loopback hosts",
  host_wildcard: "must not have a wildcard in its host",
  unescaped_characters: "must not hold characters that a URI has only escaped",
  no_uris: "must hold at least one URI",
  too_many_uris: "must hold at most {max} URIs",
  not_origin: "must be an origin such as https://app.example.com: scheme, host and port only, in lower case",
  not_key_set: "must be a JSON Web Key Set (RFC 7517), an object with the member keys",
  no_keys: "must hold at least one key",
  too_many_keys: "must hold at most {max} keys",
  secret_key_part: "must hold public keys only, without the private part or a symmetric key",
  not_usable_key: "must be RSA of 2,048 to 4,096 bits, EC with P-256 or OKP with Ed25519, for signatures",
  repeated_key_id: "must name each kid once",
  too_many_origins: "must hold at most {max} origins",

  // Claims.
  not_claim_name: "must be a letter followed by letters, digits or one of _ . : / -, at most 200 characters",
  claim_of_protocol: "is set by the protocol, and no rule can set it",
  claim_has_own_source: "must be the source that {claim} always has",
  no_claim_places: "must name at least one token or answer",
  too_many_claims: "must hold at most {max} rules",
  not_expression: "is not a CEL expression: {detail}",
  unknown_in_expression: "uses {name}, which expressions of claims do not have",
  loop_in_loop: "must not hold a loop within a loop",
  pattern_not_constant: "must give contains and matches a constant",
  growing_text: "must have a constant on one side of + in a loop",

  // Credentials, capabilities and requests.
  not_capability: "is not a capability",
  no_capabilities: "must name at least one capability",
  repeated_capability: "must name each capability once",
  no_reason_for_decision: "say why, for whoever decides",
  no_reason_for_person: "say why, for the person and the audit log",

  // People.
  no_people: "must name somebody",
  too_many_people: "must name at most {max} people",
  no_lock_duration: "must be given (1 to {max}), unless indefinite is true",
  lock_duration_and_indefinite: "must not be given together with indefinite: true",
  repeated_column: "must not name {column} more than once",
  no_address_column: "must say which column is the address",

  // Custom fields.
  no_fields: "must name a field",
  no_options: "must hold at least one option",
  too_many_options: "must hold at most {max} options",
  repeated_option: "must hold each option once",
  options_required: "must be given for fieldType select",
  options_of_other_type: "go with fieldType select only",

  // Access rules.
  not_country_code: "must be a two-letter country code",
  unknown_country: "holds {country}, which is no ISO 3166-1 country code",
  no_countries: "must hold at least one country",
  no_countries_for_mode: "must hold at least one country when mode is {mode}",
  not_region: "must be a region",
  unknown_region: "holds {region}, which is not of the form CC:Region name",
  no_regions: "must hold at least one region",
  not_range: "must be an IP address or range",
  unknown_range: "holds {range}, which is no IP address or range",
  wrong_prefix_length: "holds {range}, whose prefix length must be from 0 to {max}",
  no_ranges: "must hold at least one address or range",
  no_days: "must hold at least one day, 0 (Sunday) to 6",
  same_as_start_time: "must differ from startTime",
  not_time_zone: "must be an IANA time zone such as Europe/Berlin",
  unknown_time_zone: "holds {zone}, which is no IANA time zone",
  no_methods: "must hold at least one method",
  required_for_scope: "must be given for scope {scope}",
  not_for_scope: "does not go with scope {scope}",
  not_for_type: "does not go with type {type}",
  app_scope_of_limit: "must be user, tag or org for a rule of type {type}",
  not_one_draft: "must hold either a rule or a restriction",

  // Identity providers and role sync.
  too_many_domains: "must hold at most {max} domains",
  shared_issuer: "must name one directory: of Microsoft's shared addresses anybody could be the issuer",
  apple_key_required: "Apple needs one, with keyId and the key as the secret",
  other_one_required: "must be given together with the other one",
  too_many_names: "must hold at most {max} names",
  repeated_name: "must hold each name of the feed once",

  // Webhooks, the log, settings and rendering.
  not_event_list: "must be * or a comma-separated list of event types",
  no_events: "must name at least one event type, or be *",
  unknown_event: "holds {event}, which is no event type",
  not_channel: "is not a channel",
  too_many_slugs: "must hold at most {max} slugs",
  not_render_template: "must be an object whose type is base64 or stored",
} as const;

export type FieldTexts = typeof fieldTexts;
export type FieldRefusal = keyof FieldTexts;

for (const [name, english] of Object.entries(fieldTexts))
  declareText({ code: `field.${name}`, english, status: 400 });

/** Returns the description of a refusal: the text after the name of the field, as a sentence. */
const fieldSentence = (text: string, field: string | undefined) =>
  field === undefined ? `${text}.` : `${field}: ${text}.`;

/** A decoded message of a schema. */
export interface FieldMessage {
  code: string;
  params: RefusalParams;
  /** The English text, which follows the name of the field. */
  text: string;
}

const isFieldRefusal = (name: string): name is FieldRefusal => Object.hasOwn(fieldTexts, name);

/** Returns the refusal that a message of a schema encodes, or null for a text without a code. */
export function codedMessage(message: string): FieldMessage | null {
  const read = readMessage(message);
  if (read === null || !isFieldRefusal(read.name)) return null;
  const text = fieldTexts[read.name];
  const { params } = read;
  if (Object.keys(params).sort().join() !== paramsIn(text).join()) return null;
  return { code: `field.${read.name}`, params, text: withParams(text, params) };
}

/** Returns the refusal that a message of a schema encodes. The text of a library has no code: `field.not_valid`. */
export const fieldMessage = (message: string): FieldMessage =>
  codedMessage(message) ?? { code: "field.not_valid", params: {}, text: fieldTexts.not_valid };

/**
 * Creates the refusal of a field by the message of a schema. An empty field means the whole input. `label` is the
 * field's name in the description, if it is shorter.
 */
export function refusedField(field: string, message: string, label = field): AppError {
  const { code, params, text } = fieldMessage(message);
  const described = fieldSentence(text, label || undefined);
  return new AppError(400, "invalid_request", described, { code, params }, field === "" ? {} : { field });
}

/** Loaders of the translations by language. Pages load only these, and only when they validate a form. */
const loaders: Record<Locale, () => Promise<Readonly<Record<string, string>>>> = {
  en: () => Promise.resolve({}),
  de: async () => (await import("./field.de.json")).default,
};

/**
 * Returns the function that decodes messages of schemas into a language. A text without a code stays
 * unchanged: forms have messages of their own in the reader's language.
 */
export async function fieldWords(locale: Locale): Promise<(message: string) => string> {
  // Without the translations, the messages are English, because the validation must not depend on them.
  const texts = await loaders[locale]().catch((): Readonly<Record<string, string>> => ({}));
  return (message) => {
    const coded = codedMessage(message);
    if (coded === null) return message;
    return Object.hasOwn(texts, coded.code) ? withParams(texts[coded.code]!, coded.params) : coded.text;
  };
}
