import { z } from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Endpoint, EndpointGroup } from "./endpoint";
import { planInput } from "./input";

const ErrorBody = z
  .object({ error: z.string(), error_description: z.string() })
  .meta({ id: "Error", description: "Why the request was refused, in one plain sentence." });

const refusals = {
  400: "A field is missing or not valid, or the operation is not allowed; the description says why.",
  401: "No bearer token, or one that is malformed, expired, revoked, or of a suspended credential.",
  403: "The credential lacks the capability that this needs.",
  404: "There is no such thing in this tenant.",
  409: "A request with the same Idempotency-Key is still running.",
  413: "The body is too large.",
  422: "The Idempotency-Key was used with another request.",
  429: "Too many requests; Retry-After says when to come back.",
} as const;

/** One component for each, so that the document says it once. */
const refusalAnswers = Object.fromEntries(
  Object.entries(refusals).map(([code, description]) => [
    code,
    { id: `Refusal${code}`, description, content: { "application/json": { schema: ErrorBody } } },
  ]),
);

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description: "Makes a retry of this write safe for 24 hours.",
    param: { id: "IdempotencyKey" },
  });

/** The OpenAPI 3.1 document of the REST interfaces, made from what validates and answers. */
export function createOpenApiDocument(groups: EndpointGroup[], baseUrl: string) {
  const paths: ZodOpenApiPathsObject = {};
  for (const { tag, prefix, endpoints } of groups) {
    for (const endpoint of endpoints) {
      const path = (paths[prefix + endpoint.path] ??= {});
      path[endpoint.method.toLowerCase() as "get"] = operationOf(tag, endpoint);
    }
  }
  return createDocument({
    openapi: "3.1.0",
    info: {
      title: "Castellan",
      version: "1",
      description:
        "Get an access token with the client_credentials grant at POST /token and send it as a bearer token. " +
        "Every answer carries X-Request-Id. Every write takes an Idempotency-Key: within 24 hours the same key and body " +
        "get the first answer again, and nothing is done twice.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: groups.map(({ tag }) => ({ name: tag })),
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "An access token of POST /token.",
        },
      },
    },
  });
}

function operationOf(tag: string, endpoint: Endpoint): ZodOpenApiOperationObject {
  const { operation, method, status, rawBody, name } = endpoint;
  const plan = planInput(endpoint);
  const shape = operation.input.shape as Record<string, z.ZodType>;
  const pick = (names: string[]) =>
    z.object(Object.fromEntries(names.map((field) => [field, shape[field]!])));
  const bodyFields = Object.keys(shape).filter((field) => !plan.path.includes(field));
  const writes = method !== "GET";
  const refused = [
    400,
    401,
    403,
    404,
    413,
    429,
    ...(writes ? [409, 422] : []),
  ].sort() as (keyof typeof refusals)[];

  const answer = endpoint.download
    ? Object.fromEntries(
        endpoint.download.kinds.map(([, { contentType }]) => [
          contentType,
          { schema: z.string().meta({ description: "Comes as a stream." }) },
        ]),
      )
    : { "application/json": { schema: operation.output } };
  return {
    operationId: name,
    tags: [tag],
    summary: operation.summary,
    description: [
      operation.description,
      operation.capability && `Needs the capability \`${operation.capability}\`.`,
    ]
      .filter(Boolean)
      .join("\n\n"),
    requestParams: {
      ...(plan.path.length > 0 && { path: pick(plan.path) }),
      ...(plan.query.length > 0 && { query: pick(plan.query.map((parameter) => parameter.name)) }),
      ...(writes && {
        header: z.object({ "Idempotency-Key": idempotencyKey }),
      }),
    },
    ...(plan.takesBody &&
      bodyFields.length > 0 && {
        requestBody: {
          content: {
            "application/json": {
              schema: rawBody === null ? bodySchema(shape, bodyFields) : shape[rawBody]!,
            },
          },
        },
      }),
    responses: {
      ...(endpoint.upsert && { 200: { description: "Changed what was there.", content: answer } }),
      [status]: status === 204 ? { description: "Done." } : { description: "Done.", content: answer },
      ...Object.fromEntries(refused.map((code) => [code, refusalAnswers[code]!])),
    },
    "x-capability": operation.capability,
  };
}

const bodySchema = (shape: Record<string, z.ZodType>, fields: string[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field, shape[field]!])));
