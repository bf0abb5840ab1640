"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/feedback";
import { Input } from "@/components/ui/input/input";
import { CodeBlock } from "@/components/ui/text";
import {
  boundsOf,
  exampleOf,
  fieldsOf,
  parametersOf,
  resolvedIn,
  typeOf,
  type ApiDocument,
  type ApiOperation,
  type Schema,
} from "./document";
import { TryIt } from "./try-it";

/** Returns the id of a heading. Replaces blanks and other special characters in the name of the group. */
const anchorOf = (tag: string) => `tag-${tag.toLowerCase().replace(/\W+/g, "-")}`;

/** Reference of the REST APIs, generated from their OpenAPI document. Each operation has a form to send a request. */
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
  const parameters = parametersOf(operation, document);
  const body = operation.requestBody?.content["application/json"];
  const answer = success?.[1]?.content?.["application/json"];
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
          <Fields title="Parameters" fields={parameters} />
          {body && <Fields title="Body" fields={fieldsOf(body.schema, document)} />}
          {answer && (
            <div>
              <h3 className="mb-1 text-sm font-semibold">Answer {success?.[0]}</h3>
              <CodeBlock label="example answer" text={JSON.stringify(exampleOf(answer, document), null, 2)} />
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
          parameters={parameters.filter(({ place }) => place !== "header")}
          body={body ? JSON.stringify(exampleOf(body, document), null, 2) : null}
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
