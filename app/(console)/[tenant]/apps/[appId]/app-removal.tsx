"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { NotLoaded } from "../../../_frame/records/not-loaded";

/** Lists the effects of deleting the app: the numbers of deleted records and the names of records that other systems use. */
export function AppRemoval({ appId }: { appId: number }) {
  const t = useExtracted("apps");
  const query = useQuery(useTRPC().apps.removal.queryOptions({ appId }, { staleTime: 0 }));
  if (!query.data) return <NotLoaded query={query} className="h-32" />;
  const { people, liveGrants, roles, roleHolders, accessRules, webhooks, roleSyncSources } = query.data;
  return (
    <>
      <p>
        {t(
          "{people, plural, =0 {Nobody has authorized it.} one {# person has authorized it and cannot sign in to it any more.} other {# people have authorized it and cannot sign in to it any more.}}",
          { people },
        )}{" "}
        {t(
          "{grants, plural, =0 {It has no valid tokens.} one {# authorization has valid tokens: they end at once.} other {# authorizations have valid tokens: they end at once.}}",
          { grants: liveGrants },
        )}
      </p>
      {(roles > 0 || accessRules > 0) && (
        <p>
          {t(
            "Deleted with it: {roles, plural, one {# role} other {# roles}} ({holders, plural, =0 {no members} one {# person loses them} other {# people lose them}}) and {rules, plural, one {# access rule} other {# access rules}}.",
            { roles, holders: roleHolders, rules: accessRules },
          )}
        </p>
      )}
      <Named
        title={t("{count, plural, one {# webhook endpoint} other {# webhook endpoints}} about this app:", {
          count: webhooks.length,
        })}
        names={webhooks}
      />
      <Named
        title={t("{count, plural, one {# role sync source} other {# role sync sources}} for its roles:", {
          count: roleSyncSources.length,
        })}
        names={roleSyncSources}
      />
      <p>{t("This cannot be undone.")}</p>
    </>
  );
}

function Named({ title, names }: { title: string; names: string[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <p>{title}</p>
      <ul
        className="mt-1 max-h-40 divide-y divide-line overflow-y-auto rounded-md border border-line"
        tabIndex={0}
        aria-label={title}
      >
        {names.map((name, index) => (
          <li key={index} className="truncate px-3 py-1.5 text-sm text-ink" title={name}>
            {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
