"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input";
import { CodeBlock } from "@/components/ui/text";
import { TryIt } from "./try-it";

interface Schema {
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

/** By media type. Downloads come as others than JSON. */
type Content = Partial<Record<string, { schema: Schema }>>;

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

interface ApiOperation {
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

/** What the document says once and names where it holds. */
function resolvedIn<T extends object>(shared: Record<string, T> | undefined, given: T | Reference): T | null {
  return "$ref" in given ? (shared?.[given.$ref.split("/").pop() ?? ""] ?? null) : given;
}

/** A heading's id: names of groups have blanks, which ids must not. */
const anchorOf = (tag: string) => `tag-${tag.toLowerCase().replace(/\W+/g, "-")}`;

/** The reference of the REST interfaces, made from their OpenAPI document, with a form to try each call. */
export function ApiReference({ document }: { document: ApiDocument }) {
  const [token, setToken] = useState("");
  const baseUrl = document.servers[0]?.url ?? "";
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{document.info.description}</p>
      <section aria-labelledby="token" className="mt-6 rounded-lg border border-line bg-surface p-4">
        <h2 id="token" className="font-semibold">
          Get a token
        </h2>
        <p className="mt-1 mb-3 text-ink-soft">Create a credential in the console under API access, then:</p>
        <CodeBlock
          label="token request"
          text={`curl ${baseUrl}/token \\\n  -d grant_type=client_credentials \\\n  -d client_id=CLIENT_ID -d client_secret=CLIENT_SECRET`}
        />
        <label className="mt-4 block text-sm font-medium" htmlFor="bearer">
          Access token for trying calls
        </label>
        <Input
          id="bearer"
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.target.value)}
          className="mt-1 font-mono"
        />
        <p className="mt-1 text-sm text-ink-faint">
          It stays in this page and is forgotten when you leave it.
        </p>
      </section>
      {document.tags.map(({ name }) => (
        <section key={name} aria-labelledby={anchorOf(name)} className="mt-10">
          <h2 id={anchorOf(name)} className="mb-3 text-lg font-semibold tracking-tight">
            {name}
          </h2>
          <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {operations
              .filter(({ operation }) => operation.tags.includes(name))
              .map(({ path, method, operation }) => (
                <Operation
                  key={operation.operationId}
                  {...{ path, method, operation, document, token, baseUrl }}
                />
              ))}
          </div>
        </section>
      ))}
    </>
  );
}

const tones = { GET: "info", POST: "success", PUT: "warning", PATCH: "warning", DELETE: "danger" } as const;

function Operation({
  path,
  method,
  operation,
  document,
  token,
  baseUrl,
}: {
  path: string;
  method: string;
  operation: ApiOperation;
  document: ApiDocument;
  token: string;
  baseUrl: string;
}) {
  const answers = Object.entries(operation.responses).map(
    ([status, given]) => [status, resolvedIn(document.components.responses, given)] as const,
  );
  const success = answers.find(([status]) => status.startsWith("2"));
  const refusals = answers.filter(([status]) => !status.startsWith("2"));
  const parameters = (operation.parameters ?? [])
    .map((given) => resolvedIn(document.components.parameters, given))
    .filter((parameter) => parameter !== null);
  const body = operation.requestBody?.content["application/json"]?.schema;
  const answer = success?.[1]?.content?.["application/json"]?.schema;
  const downloads = answer ? [] : Object.keys(success?.[1]?.content ?? {});
  return (
    <details className="group" id={operation.operationId}>
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-sunken">
        <span className="w-16">
          <Badge tone={tones[method as keyof typeof tones]}>{method}</Badge>
        </span>
        <code className="font-mono text-sm break-all">{path}</code>
        <span className="text-ink-soft sm:ml-auto">{operation.summary}</span>
      </summary>
      <div className="grid gap-6 border-t border-line p-4 lg:grid-cols-2">
        <div className="min-w-0 space-y-4">
          {operation.description && (
            <p className="whitespace-pre-line text-ink-soft">{operation.description.replaceAll("`", "")}</p>
          )}
          <Fields
            title="Parameters"
            fields={parameters.map(({ name, schema, required, in: place, description }) => ({
              name,
              schema,
              required: required === true,
              note: [place, description].filter(Boolean).join(": "),
            }))}
          />
          {body && <Fields title="Body" fields={fieldsOf(body, document)} />}
          {answer && (
            <div>
              <h3 className="mb-1 text-sm font-semibold">Answer {success?.[0]}</h3>
              <CodeBlock label="example answer" text={JSON.stringify(example(answer, document), null, 2)} />
            </div>
          )}
          {downloads.length > 0 && (
            <div>
              <h3 className="mb-1 text-sm font-semibold">Answer {success?.[0]}</h3>
              <p className="text-sm text-ink-soft">A download, sent as a stream: {downloads.join(" or ")}.</p>
            </div>
          )}
          <div>
            <h3 className="mb-1 text-sm font-semibold">Refusals</h3>
            <ul className="space-y-1 text-sm text-ink-soft">
              {refusals.map(([status, refusal]) => (
                <li key={status}>
                  <span className="font-mono text-ink">{status}</span> {refusal?.description}
                </li>
              ))}
            </ul>
          </div>
        </div>
        <TryIt
          path={path}
          method={method}
          parameters={parameters.filter((parameter) => parameter.in !== "header")}
          body={body ? JSON.stringify(example(body, document), null, 2) : null}
          token={token}
          baseUrl={baseUrl}
        />
      </div>
    </details>
  );
}

function Fields({
  title,
  fields,
}: {
  title: string;
  fields: { name: string; schema: Schema; required: boolean; note?: string | undefined }[];
}) {
  if (fields.length === 0) return null;
  return (
    <div>
      <h3 className="mb-1 text-sm font-semibold">{title}</h3>
      <dl className="divide-y divide-line rounded-md border border-line">
        {fields.map(({ name, schema, required, note }) => (
          <div key={name} className="px-3 py-1.5">
            <dt className="flex flex-wrap items-baseline gap-x-2">
              <code className="font-mono text-sm">{name}</code>
              <span className="text-xs text-ink-faint">{typeOf(schema)}</span>
              {required && <span className="text-xs text-danger-text">required</span>}
            </dt>
            <dd className="text-sm text-ink-soft">
              {[note, schema.description, boundsOf(schema)].filter(Boolean).join(" · ")}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

const resolved = (schema: Schema, document: ApiDocument): Schema =>
  resolvedIn(document.components.schemas, schema as Schema | Reference) ?? {};

const fieldsOf = (schema: Schema, document: ApiDocument) =>
  Object.entries(resolved(schema, document).properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
  }));

function typeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => `"${value}"`).join(" | ");
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items ?? {})}[]`;
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any");
  return schema.format ? `${type} (${schema.format})` : type;
}

const boundsOf = ({ minimum, maximum, default: fallback }: Schema) =>
  [
    minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && `from ${minimum}`,
    maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && `to ${maximum}`,
    fallback !== undefined && `default ${JSON.stringify(fallback)}`,
  ]
    .filter(Boolean)
    .join(" ");

/** A value of this shape, to show what is meant. */
function example(given: Schema, document: ApiDocument): unknown {
  const schema = resolved(given, document);
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return example(schema.anyOf[0] ?? {}, document);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object")
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([name, field]) => [name, example(field, document)]),
    );
  if (type === "array") return [example(schema.items ?? {}, document)];
  if (type === "integer" || type === "number") return Math.max(1, schema.minimum ?? 1);
  if (type === "boolean") return true;
  return schema.format === "email"
    ? "ada@example.com"
    : schema.format === "date-time"
      ? "2026-03-14T09:26:53.000Z"
      : "text";
}
