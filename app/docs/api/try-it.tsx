"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Badge } from "@/components/ui/feedback";
import { Input, Textarea } from "@/components/ui/input/input";
import { CodeBlock } from "@/components/ui/text";

interface Props {
  path: string;
  method: string;
  parameters: { name: string; place: string; required: boolean }[];
  body: string | null;
  token: string;
  baseUrl: string;
}

/** Form that sends one API request with the access token from the page. Also shows the request as a curl command. */
export function TryIt({ path, method, parameters, body: exampleBody, token, baseUrl }: Props) {
  const id = useId();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(exampleBody ?? "");
  const [answer, setAnswer] = useState<{ status: number; text: string } | null>(null);
  const [pending, setPending] = useState(false);

  const query = new URLSearchParams(
    parameters
      .filter(({ name, place }) => place === "query" && values[name])
      .map(({ name }) => [name, values[name] ?? ""]),
  );
  const address =
    path.replace(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(values[name] ?? `{${name}}`)) +
    (query.size > 0 ? `?${query.toString()}` : "");
  const curl = [
    `curl${method === "GET" ? "" : ` -X ${method}`} '${baseUrl}${address}'`,
    `-H 'Authorization: Bearer ${token === "" ? "ACCESS_TOKEN" : "…"}'`,
    ...(exampleBody === null
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${body.replaceAll("'", "'\\''")}'`]),
  ].join(" \\\n  ");

  const send = async () => {
    setPending(true);
    try {
      const response = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(exampleBody !== null && { "content-type": "application/json" }),
        },
        ...(exampleBody !== null && { body }),
      });
      const text = await response.text();
      setAnswer({
        status: response.status,
        text: response.headers.get("content-type")?.includes("json")
          ? JSON.stringify(JSON.parse(text), null, 2)
          : text,
      });
    } catch (error) {
      setAnswer({ status: 0, text: error instanceof Error ? error.message : "The call did not go through." });
    }
    setPending(false);
  };

  return (
    <form
      className="min-w-0 space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3 className="text-sm font-semibold">Try it</h3>
      {parameters.map(({ name, place, required }) => (
        <div key={name}>
          <label htmlFor={`${id}-${name}`} className="mb-1 block font-mono text-xs">
            {name}
          </label>
          <Input
            id={`${id}-${name}`}
            required={required || place === "path"}
            value={values[name] ?? ""}
            onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            autoComplete="off"
          />
        </div>
      ))}
      {exampleBody !== null && (
        <div>
          <label htmlFor={`${id}-body`} className="mb-1 block text-xs">
            Body
          </label>
          <Textarea
            id={`${id}-body`}
            value={body}
            onChange={(event) => setBody(event.target.value)}
            rows={Math.min(12, body.split("\n").length + 1)}
            className="font-mono text-xs"
            spellCheck={false}
          />
        </div>
      )}
      <CodeBlock label="curl command" text={curl} />
      <Button type="submit" variant="primary" loading={pending} disabled={token === ""}>
        Send
      </Button>
      {token === "" && (
        <p className="text-sm text-ink-faint">Put an access token at the top of the page first.</p>
      )}
      {answer && (
        <div aria-live="polite">
          <p className="mb-1">
            <Badge tone={answer.status >= 200 && answer.status < 300 ? "success" : "danger"}>
              {answer.status === 0 ? "No answer" : answer.status}
            </Badge>
          </p>
          <CodeBlock label="answer" text={answer.text || "(no body)"} />
        </div>
      )}
    </form>
  );
}
