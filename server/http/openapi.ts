import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import { authorizationRefusals, requestRefusals } from "../kernel/refusals";
import { refusalBody } from "../kernel/errors";
import type { Endpoint, EndpointGroup } from "./endpoints";
import recorded from "./examples.json";
import { MAX_BODY, planInput } from "./input";
import { userRefusals } from "../domain/users/people";

const ErrorBody = z
  .object({
    error: z.string(),
    error_description: z.string().meta({ description: "The reason in one plain sentence." }),
    refusal: z
      .object({
        code: z.string().meta({ description: "Stable code of the reason, listed in docs/refusals.md." }),
        params: z
          .record(z.string(), z.union([z.string(), z.number()]))
          .meta({ description: "Values in the sentence." }),
        field: z.string().optional().meta({ description: "The input field at fault." }),
      })
      .optional(),
  })
  .meta({ id: "Error", description: "The reason for a refused request." });

export const DESCRIPTION =
  "Get an access token with the client_credentials grant at POST /token and send it as a bearer token. " +
  "Every answer carries X-Request-Id. Every write takes an Idempotency-Key: within 24 hours the same key and body " +
  "get the first answer again, and nothing is done twice. While the first request runs, a retry gets 409.";

interface Refusal {
  description: string;
  example: ReturnType<typeof refusalBody>;
}

const refusals = {
  400: {
    description:
      "A field is missing or not valid, or the operation is not allowed; the description says why.",
    example: {
      error: "invalid_request",
      error_description: "email: must be an e-mail address.",
      refusal: { code: "field.not_email", params: {}, field: "email" },
    },
  },
  401: {
    description: "No bearer token, or one that is malformed, expired, revoked, or of a suspended credential.",
    example: refusalBody(authorizationRefusals.invalid_token()),
  },
  403: {
    description: "The credential lacks the capability that this needs.",
    example: refusalBody(authorizationRefusals.missing_capability({ capability: "ManageUsers" })),
  },
  404: {
    description: "There is no such thing in this tenant.",
    example: refusalBody(userRefusals.not_found()),
  },
  409: {
    description:
      "A request with the same Idempotency-Key is still running; Retry-After says when to send it again.",
    example: refusalBody(requestRefusals.still_running()),
  },
  413: {
    description: "The body is too large.",
    example: refusalBody(requestRefusals.body_too_large({ max: MAX_BODY })),
  },
  422: {
    description: "The Idempotency-Key was used with another request.",
    example: refusalBody(requestRefusals.idempotency_key_reused()),
  },
  429: {
    description: "Too many requests; Retry-After says when to come back.",
    example: refusalBody(requestRefusals.rate_limited({ max: 600_000, seconds: 20 })),
  },
} satisfies Record<number, Refusal>;

/** One OpenAPI component for each refusal. The document then contains each refusal only once. */
const refusalAnswers = Object.fromEntries(
  Object.entries<Refusal>(refusals).map(([code, { description, example }]) => {
    const content = { schema: ErrorBody, example };
    return [code, { id: `Refusal${code}`, description, content: { "application/json": content } }];
  }),
);

/** Recorded requests and answers (examples.test.ts). */
const examples: Record<string, { capability: string | null; request?: unknown; answer?: unknown }> = recorded;

const idempotencyKey = z
  .string()
  .max(255)
  .optional()
  .meta({
    description: "Makes a retry of this write safe for 24 hours.",
    param: { id: "IdempotencyKey" },
  });

/**
 * Creates the OpenAPI 3.1 document of the REST interfaces. The server validates requests and creates answers with the same
 * schemas.
 */
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
      description: DESCRIPTION,
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
  const { operation, method, status, rawBody } = endpoint;
  const plan = planInput(endpoint);
  const shape = operation.input.shape as Record<string, z.ZodType>;
  const pick = (names: string[]) =>
    z.object(Object.fromEntries(names.map((field) => [field, shape[field]!])));
  const bodyFields = Object.keys(shape).filter((field) => !plan.path.includes(field));
  const writes = method !== "GET";
  const refused = [400, 401, 403, 404, 413, 429, ...(writes ? [409, 422] : [])].sort(
    (one, other) => one - other,
  ) as (keyof typeof refusals)[];

  const answer = endpoint.download
    ? Object.fromEntries(
        endpoint.download.kinds.map(([, { contentType }]) => [
          contentType,
          { schema: z.string().meta({ description: "Comes as a stream." }) },
        ]),
      )
    : { "application/json": { schema: operation.output, ...exampleOf(operation.name, "answer") } };
  return {
    operationId: operation.name,
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
          required: plan.needsBody,
          content: {
            "application/json": {
              schema: rawBody === null ? bodySchema(shape, bodyFields) : shape[rawBody]!,
              ...exampleOf(operation.name, "request"),
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

function exampleOf(name: string, of: "request" | "answer") {
  const example = examples[name]?.[of];
  return example === undefined ? {} : { example };
}

const bodySchema = (shape: Record<string, z.ZodType>, fields: string[]) =>
  z.strictObject(Object.fromEntries(fields.map((field) => [field, shape[field]!])));
