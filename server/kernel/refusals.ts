import { defineRefusals } from "./texts/define";

export const requestRefusals = defineRefusals("request", {
  /** The input does not match the operation's schema, and the schema names no field. */
  invalid: { status: 400, text: "The request is not valid." },
  unknown_field: { status: 400, text: "The field {name} is not known here." },
  repeated_parameter: { status: 400, text: "{name} was sent more than once." },
  invalid_cursor: {
    status: 400,
    text: "cursor: is not one that this list gave out.",
    field: "cursor",
  },

  path_not_found: { status: 404, text: "There is nothing at this path." },
  /** The id in a path is not an id, and the resource has no refusal of its own. */
  resource_not_found: { status: 404, text: "There is no such {resource}." },
  procedure_not_found: { status: 404, text: "There is no such procedure." },
  method_not_allowed: { status: 405, text: "This path takes {methods}." },
  procedure_method_not_allowed: {
    status: 405,
    text: "This procedure is called by the other method: changes by POST, queries by GET.",
  },
  malformed_address: { status: 400, text: "This address cannot be read." },
  too_many_parameters: { status: 400, text: "An address has at most {max} parameters." },
  too_many_calls: { status: 400, text: "A batch may have at most {max} calls." },

  body_not_json: { status: 400, text: "The body is not JSON." },
  body_not_utf8: { status: 400, text: "The body is not UTF-8." },
  body_not_object: { status: 400, text: "The body must be a JSON object." },
  content_type_not_json: { status: 400, text: "The body must be application/json." },
  unsupported_content_type: { status: 415, text: "The body must be application/json." },
  body_encoded: { status: 415, text: "The body must have no content coding; {coding} is not supported." },
  /** The client closed the connection before the end of its body. */
  body_incomplete: { status: 400, text: "The body ended before its declared length." },
  body_too_slow: { status: 408, text: "The body did not arrive in time." },
  body_too_large: { status: 413, text: "The body may have at most {max} bytes." },
  too_many_values: { status: 413, text: "The body has more than {max} values." },
  too_many_keys: { status: 413, text: "An object has at most {max} keys." },
  body_nested_too_deeply: { status: 400, text: "The body is nested too deeply." },
  field_nested_too_deeply: { status: 400, text: "{field} is nested too deeply." },
  nul_in_body: { status: 400, text: "The body must not contain the character NUL." },
  nul_in_field: { status: 400, text: "{field} must not contain the character NUL." },
  surrogate_in_body: { status: 400, text: "The body must not contain half of a surrogate pair." },
  surrogate_in_field: { status: 400, text: "{field} must not contain half of a surrogate pair." },

  invalid_idempotency_key: {
    status: 400,
    text: "Idempotency-Key must be 1 to 255 visible ASCII characters.",
    field: "Idempotency-Key",
  },
  /** The first request with this key has not ended. */
  still_running: {
    status: 409,
    text: "A request with this Idempotency-Key is still running; ask again when it has ended.",
  },
  idempotency_key_reused: { status: 422, text: "This Idempotency-Key was used with another request." },

  /** The change would undo a change that another user made since the form was loaded. */
  overwrites: { status: 409, text: "Somebody else has changed this meanwhile." },
  /** A row that the change refers to was deleted by a concurrent transaction. */
  reference_removed: {
    status: 409,
    text: "What this refers to was removed at the same moment; look again.",
  },

  rate_limited: { status: 429, text: "More than {max} requests in a minute; wait {seconds} seconds." },
  /** Too many wrong passwords or codes for one account. */
  too_many_attempts: { status: 429, text: "Too many attempts; wait {seconds} seconds." },
  /** The disk of the embedded database is full, or PostgreSQL is a standby. Reading works. */
  read_only: {
    status: 503,
    text: "The service accepts no changes right now, because its storage is full or read-only; reading works.",
  },
  unavailable: { status: 503, text: "The service is not available right now; try again shortly." },
  /** A statement exceeded the time limit of its kind. */
  took_too_long: {
    status: 503,
    text: "This took longer than the server allows; ask for less, or try again later.",
  },
  /** Another transaction held the rows or the table for too long. */
  data_in_use: { status: 503, text: "Another change uses the same data; try again shortly." },
  /** The organization's other requests use all connections that it may use. */
  too_busy: { status: 503, text: "Too many requests of this organization are waiting; try again shortly." },
  /** The log has the error under the request's id. */
  failed: {
    status: 500,
    text: "Something went wrong on our side. The X-Request-Id names this request in our logs.",
  },
  /** Like `failed`, for the console, which shows the request's id beside the text. */
  procedure_failed: { status: 500, text: "Something went wrong on our side." },
});

export const authorizationRefusals = defineRefusals("authorization", {
  token_required: {
    status: 401,
    error: "invalid_request",
    text: "An access token is needed: Authorization: Bearer <token>.",
  },
  invalid_token: { status: 401, text: "The access token is malformed, expired or not one of ours." },
  revoked_token: {
    status: 401,
    text: "The access token was revoked, or its credential is no longer valid.",
  },
  scim_token_required: {
    status: 401,
    error: "invalid_request",
    text: "A SCIM token is needed: Authorization: Bearer <token>.",
  },
  invalid_scim_token: { status: 401, text: "This SCIM token is not valid here." },
  tenant_token_required: {
    status: 401,
    error: "invalid_request",
    text: "A stored template needs a token of its organization.",
  },
  /** The console session is missing or is not for this organization. */
  not_signed_in: { status: 401, text: "Sign in to this organization first." },

  missing_capability: { status: 403, text: "This needs the capability {capability}." },
  missing_scope: { status: 403, text: "The token of an app needs the scope {scope}." },
  /** A token of the platform was sent to an interface of organizations. */
  platform_token: { status: 403, text: "A platform token cannot be used on a tenant's data." },
  platform_token_required: {
    status: 403,
    text: "This needs a platform credential; a tenant's token cannot be used here.",
  },
  management_token_required: {
    status: 403,
    text: "This needs a token of a tenant's management credential.",
  },

  /** The request comes from a page of another site (CSRF). */
  foreign_origin: { status: 403, text: "This origin may not change anything." },
  foreign_page: { status: 403, text: "This request must be sent from a page of the console." },
  foreign_form: { status: 403, text: "This form must be sent from its own page." },
  foreign_download: { status: 403, text: "Start the download from a page of the console." },
});
