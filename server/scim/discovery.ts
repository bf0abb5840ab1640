import { ENTERPRISE, USER, type Json } from "./attributes";
import { GROUP } from "./groups";

/** Limits of one Bulk request. */
export const MAX_OPERATIONS = 1_000;
export const MAX_PAYLOAD = 5 * 1024 * 1024;
/** Highest number of entries in a list (clarifications, document 2, 5). */
export const MAX_RESULTS = 200;

export const serviceProviderConfig = (base: string): Json => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  documentationUri: "https://datatracker.ietf.org/doc/html/rfc7644",
  patch: { supported: true },
  bulk: { supported: true, maxOperations: MAX_OPERATIONS, maxPayloadSize: MAX_PAYLOAD },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: true },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "SCIM token",
      description: "A bearer token made in the console, under SCIM provisioning.",
      specUri: "https://datatracker.ietf.org/doc/html/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${base}/ServiceProviderConfig` },
});

const resourceType = (
  base: string,
  name: string,
  endpoint: string,
  schema: string,
  extension?: string,
): Json => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint,
  schema,
  ...(extension && { schemaExtensions: [{ schema: extension, required: false }] }),
  meta: { resourceType: "ResourceType", location: `${base}/ResourceTypes/${name}` },
});

export const resourceTypes = (base: string): Json[] => [
  resourceType(base, "User", "/Users", USER, ENTERPRISE),
  resourceType(base, "Group", "/Groups", GROUP),
];

interface Definition {
  type?: string;
  multiValued?: boolean;
  required?: boolean;
  caseExact?: boolean;
  mutability?: string;
  returned?: string;
  uniqueness?: string;
  canonicalValues?: string[];
  referenceTypes?: string[];
  subAttributes?: Json[];
  description?: string;
}

/** Returns the definition of an attribute with all characteristics (RFC 7643 §7). `definition` overrides the defaults. */
const attribute = (name: string, definition: Definition = {}): Json => ({
  name,
  type: "string",
  multiValued: false,
  description: name,
  required: false,
  ...((definition.type ?? "string") === "string" && { caseExact: false, uniqueness: "none" }),
  mutability: "readWrite",
  returned: "default",
  ...definition,
});

const readOnly = { mutability: "readOnly" };

/**
 * Returns the definition of a case-sensitive reference (RFC 7643 §2.3.7) to these types of resources, or to `external`
 * ones.
 */
const reference = (...referenceTypes: string[]): Definition => ({
  type: "reference",
  referenceTypes,
  caseExact: true,
});

/**
 * Returns the definition of a multi-valued attribute (RFC 7643 §2.4). `types` are the canonical types of its values.
 * Other types are accepted.
 */
const plural = (name: string, types: string[] = [], value: Definition = {}): Json =>
  attribute(name, {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", value),
      attribute("display"),
      attribute("type", types.length > 0 ? { canonicalValues: types } : {}),
      attribute("primary", { type: "boolean" }),
    ],
  });

const places = ["work", "home", "other"];
const texts = (...names: string[]) => names.map((name) => attribute(name));

const user: Json[] = [
  attribute("userName", { required: true, uniqueness: "server", description: "The primary e-mail address." }),
  attribute("name", {
    type: "complex",
    subAttributes: texts(
      "formatted",
      "familyName",
      "givenName",
      "middleName",
      "honorificPrefix",
      "honorificSuffix",
    ),
  }),
  ...texts("displayName", "nickName"),
  attribute("profileUrl", reference("external")),
  ...texts("title", "userType", "preferredLanguage", "locale", "timezone"),
  attribute("active", {
    type: "boolean",
    description: "Whether they may sign in; true where it is not given.",
  }),
  plural("emails", places),
  plural("phoneNumbers", [...places, "mobile", "fax", "pager"]),
  plural("ims"),
  plural("photos", ["photo", "thumbnail"], reference("external")),
  attribute("addresses", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      ...texts("formatted", "streetAddress", "locality", "region", "postalCode", "country"),
      attribute("type", { canonicalValues: places }),
      attribute("primary", { type: "boolean" }),
    ],
  }),
  attribute("groups", {
    type: "complex",
    multiValued: true,
    ...readOnly,
    subAttributes: [
      attribute("value", readOnly),
      attribute("display", readOnly),
      attribute("$ref", { ...readOnly, ...reference("Group") }),
    ],
  }),
  plural("entitlements"),
  plural("x509Certificates", [], { type: "binary", caseExact: true }),
];

const group: Json[] = [
  attribute("displayName", { required: true, mutability: "readOnly", description: "The role's name." }),
  attribute("members", {
    type: "complex",
    multiValued: true,
    subAttributes: [
      attribute("value", { mutability: "immutable" }),
      attribute("display", readOnly),
      attribute("type", { mutability: "immutable", canonicalValues: ["User"] }),
      attribute("$ref", { ...reference("User"), mutability: "immutable" }),
    ],
  }),
];

const enterprise: Json[] = [
  ...texts("employeeNumber", "costCenter", "organization", "division", "department"),
  attribute("manager", {
    type: "complex",
    subAttributes: [
      attribute("value"),
      attribute("$ref", reference("User")),
      attribute("displayName", readOnly),
    ],
  }),
];

const schema = (base: string, id: string, name: string, attributes: Json[]): Json => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  description: name,
  attributes,
  meta: { resourceType: "Schema", location: `${base}/Schemas/${id}` },
});

const externalId = attribute("externalId", { caseExact: true });

export const schemas = (base: string): Json[] => [
  schema(base, USER, "User", [externalId, ...user]),
  schema(base, GROUP, "Group", [externalId, ...group]),
  schema(base, ENTERPRISE, "Enterprise User", enterprise),
];
