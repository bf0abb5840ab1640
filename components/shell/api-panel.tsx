"use client";

import { useQuery, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { ExternalLink } from "lucide-react";
import { useExtracted } from "next-intl";
import { Button } from "../ui/button";
import { EmptyState, ErrorState, Skeleton } from "../ui/feedback";
import { Sheet } from "../ui/dialog/sheet";
import { CodeBlock } from "../ui/text";
import { curlOf, endpointOf, groupsOf, type Call, type RestReference } from "./rest-reference";

/**
 * Returns the name of the tRPC procedure from a query key or mutation key. The first part of a key is a list with the parts of
 * the name.
 */
const procedureOf = (key: readonly unknown[] | undefined) =>
  Array.isArray(key?.[0]) ? (key[0] as string[]).join(".") : null;

/** Returns the names of the procedures in the active queries of the page, without its activity feed (`isFeed`). */
const asked = (queries: QueryClient) =>
  queries
    .getQueryCache()
    .getAll()
    .filter((query) => query.isActive() && query.meta?.["isFeed"] !== true)
    .map(({ queryKey }) => procedureOf(queryKey))
    .filter((procedure) => procedure !== null);

/** Returns the recent successful mutations, newest first. */
const done = (queries: QueryClient): Call[] =>
  queries
    .getMutationCache()
    .getAll()
    .filter(({ state }) => state.status === "success")
    .sort((one, other) => other.state.submittedAt - one.state.submittedAt)
    .flatMap(({ options, state }) => {
      const procedure = procedureOf(options.mutationKey);
      return procedure === null
        ? []
        : [{ procedure, input: (state.variables ?? {}) as Record<string, unknown> }];
    });

async function load(): Promise<RestReference> {
  const response = await fetch("/docs/api/console");
  if (!response.ok) throw new Error(response.statusText);
  return (await response.json()) as RestReference;
}

/** Panel that lists the REST endpoints for the operations of the open page. Also shows the last actions as curl commands. */
export function ApiPanel({ onClose }: { onClose: () => void }) {
  const t = useExtracted("console");
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ["rest-reference"],
    queryFn: load,
    staleTime: Infinity,
  });
  const groups = data ? groupsOf(data, asked(queries)) : [];
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("API")}
      description={groups.length > 0 && t("A program can do the same with an API credential.")}
    >
      {error ? (
        <ErrorState
          message={t("The table of endpoints could not be loaded.")}
          retry={<Button onClick={() => void refetch()}>{t("Try again")}</Button>}
        />
      ) : data ? (
        <Reference reference={data} groups={groups} done={done(queries)} />
      ) : (
        <Skeleton className="h-40" />
      )}
    </Sheet>
  );
}

function Reference({
  reference,
  groups,
  done: [last],
}: {
  reference: RestReference;
  groups: RestReference["groups"];
  done: Call[];
}) {
  const t = useExtracted("console");
  const endpoint = last && endpointOf(reference, last.procedure);
  return (
    <div className="space-y-6">
      {last && (
        <section className="space-y-2">
          <h3 className="font-semibold">{t("Your last action")}</h3>
          <p className="text-sm text-ink-soft">
            {endpoint?.summary ?? t("The REST interface has no endpoint for it.")}
          </p>
          {endpoint && <CodeBlock label={t("curl")} text={curlOf(reference.baseUrl, endpoint, last)} />}
        </section>
      )}
      {groups.map(({ tag, endpoints }) => (
        <section key={tag}>
          <h3 className="mb-1 font-semibold">{tag}</h3>
          <ul className="divide-y divide-line">
            {endpoints.map(({ name, method, path, summary }) => (
              <li key={name}>
                <a
                  href={`/docs/api#${name}`}
                  target="_blank"
                  rel="noreferrer"
                  className="flex items-start gap-3 rounded py-2 hover:bg-sunken"
                >
                  <span className="w-14 shrink-0 font-mono text-xs leading-5 text-ink-soft">{method}</span>
                  <span className="min-w-0 flex-1">
                    <code className="block font-mono text-xs leading-5 break-all">{path}</code>
                    <span className="block text-sm text-ink-soft">{summary}</span>
                  </span>
                  <ExternalLink
                    aria-label={t("(opens the reference)")}
                    className="mt-1 size-3.5 text-ink-faint"
                  />
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && (
        <EmptyState icon={ExternalLink} title={t("Only in the console")}>
          {t.rich("The REST interface has no endpoint for this page. <link>Full reference</link>", {
            link: (chunks) => (
              <a
                href="/docs/api"
                target="_blank"
                rel="noreferrer"
                className="text-accent-text hover:underline"
              >
                {chunks}
              </a>
            ),
          })}
        </EmptyState>
      )}
    </div>
  );
}
