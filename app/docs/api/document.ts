/* Types of the OpenAPI document. Contains only the properties that the API reference uses. */

export interface Schema {
  type?: string | string[];
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  enum?: string[];
  anyOf?: Schema[];
  default?: unknown;
  description?: string;
  example?: unknown;
  format?: string;
  minimum?: number;
  maximum?: number;
}

/** Schema of a request or response body, with an optional recorded example. */
interface Media {
  schema: Schema;
  example?: unknown;
}

/** Bodies by media type. Downloads have media types other than JSON. */
type Content = Partial<Record<string, Media>>;

interface Reference {
  $ref: string;
}

interface Answer {
  description: string;
  content?: Content;
}

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required?: boolean;
  schema: Schema;
  description?: string;
}

export interface ApiOperation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  parameters?: (Parameter | Reference)[];
  requestBody?: { content: Content };
  responses: Record<string, Answer | Reference>;
}

export interface ApiDocument {
  info: { description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, ApiOperation>>;
  components: {
    schemas?: Record<string, Schema>;
    parameters?: Record<string, Parameter>;
    responses?: Record<string, Answer>;
  };
}

/** Resolves a `$ref` to a shared component of the document. Returns null if the component is missing. */
export function resolvedIn<T extends object>(
  shared: Record<string, T> | undefined,
  given: T | Reference,
): T | null {
  return "$ref" in given ? (shared?.[given.$ref.split("/").pop() ?? ""] ?? null) : given;
}

const resolved = (schema: Schema, document: ApiDocument): Schema =>
  resolvedIn(document.components.schemas, schema as Schema | Reference) ?? {};

/** Returns the fields of a request or response body. */
export const fieldsOf = (schema: Schema, document: ApiDocument) =>
  Object.entries(resolved(schema, document).properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));

export function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return schema.format ? `${type} (${schema.format})` : type;
}

export const boundsOf = ({ minimum, maximum, default: fallback }: Schema) =>
  [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    fallback !== undefined && `default ${JSON.stringify(fallback)}`,
  ]
    .filter(Boolean)
    .join(" ");

/** Returns an example of a body. Generates the example from the schema if no example was recorded. */
export const exampleOf = ({ schema, example }: Media, document: ApiDocument): unknown =>
  example === undefined ? made(schema, document) : example;

/**
 * Returns the parameters of an operation. Removes the description from the schema, because the parameter often has the same
 * description.
 */
export const parametersOf = ({ parameters = [] }: ApiOperation, document: ApiDocument) =>
  parameters
    .map((given) => resolvedIn(document.components.parameters, given))
    .filter((parameter) => parameter !== null)
    .map(({ name, schema, required, in: place, description = schema.description }) => ({
      name,
      place,
      schema: { ...schema, description: undefined },
      required: required === true,
      note: [place, description].filter(Boolean).join(": "),
    }));

/** Generates an example value for a schema. */
function made(given: Schema, document: ApiDocument): unknown {
  const schema = resolved(given, document);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return made(schema.anyOf[0] ?? {}, document);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, made(field, document)]),
    );
  if (type === "array") return [made(schema.items ?? {}, document)];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return schema.format === "email"
    ? "ada@example.com"
    : schema.format === "date-time"
      ? "2026-03-14T09:26:53.000Z"
      : "text";
}
