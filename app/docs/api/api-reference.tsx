"use client";

import { useRef, useState } from "react";
import type { RestEndpoint, RestReference } from "@/components/shell/rest-reference";
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

/**
 * Reference of the REST APIs. Each operation has a form to send a request. The server renders only the list, because it would take
 * hundreds of milliseconds to render the details of all operations. The browser loads the OpenAPI document for them.
 */
export function ApiReference({ reference }: { reference: RestReference }) {
  const { baseUrl, description, groups } = reference;
  const [token, setToken] = useState("");
  const [document, setDocument] = useState<ApiDocument | "lost" | null>(null);
  const isLoading = useRef(false);

  async function load() {
    if (isLoading.current || (document !== null && document !== "lost")) return;
    isLoading.current = true;
    const response = await fetch("/api/v1/openapi.json").catch(() => null);
    setDocument(response?.ok ? ((await response.json()) as ApiDocument) : "lost");
    isLoading.current = false;
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">API reference</h1>
      <p className="mt-2 max-w-prose text-ink-soft">{description}</p>
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
      {groups.map(({ tag, endpoints }) => (
        <section key={tag} aria-labelledby={anchorOf(tag)} className="mt-10">
          <h2 id={anchorOf(tag)} className="mb-3 text-lg font-semibold tracking-tight">
            {tag}
          </h2>
          <div className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
            {endpoints.map((endpoint) => (
              <Operation
                key={endpoint.name}
                {...{ endpoint, document, token, baseUrl }}
                onOpen={() => void load()}
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
  endpoint: { name, method, path, summary },
  document,
  token,
  baseUrl,
  onOpen,
}: {
  endpoint: RestEndpoint;
  /** The OpenAPI document; null until it is loaded. */
  document: ApiDocument | "lost" | null;
  token: string;
  baseUrl: string;
  onOpen: () => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const operation = document !== null && document !== "lost" && document.paths[path]?.[method.toLowerCase()];
  return (
    <details
      className="group"
      id={name}
      onToggle={({ currentTarget: { open } }) => {
        setOpen(open);
        if (open) onOpen();
      }}
    >
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 hover:bg-sunken">
        <span className="w-16">
          <Badge tone={tones[method as keyof typeof tones]}>{method}</Badge>
        </span>
        <code className="font-mono text-sm break-all">{path}</code>
        <span className="text-ink-soft sm:ml-auto">{summary}</span>
      </summary>
      {isOpen && document === "lost" && (
        <p role="alert" className="border-t border-line p-4 text-danger-text">
          The OpenAPI document could not be loaded. Open the endpoint again.
        </p>
      )}
      {isOpen && operation && <Details {...{ path, method, operation, document, token, baseUrl }} />}
    </details>
  );
}

function Details({
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
