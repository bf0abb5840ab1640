"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { NotLoaded } from "../../../_frame/records/not-loaded";

/** Lists what ends with the API, or with the access of one app. */
export function ApiLossList({ apiId, appId }: { apiId: number; appId?: number }) {
  const t = useExtracted("apis");
  const input = appId === undefined ? { apiId } : { apiId, appId };
  const query = useQuery(useTRPC().apis.loss.queryOptions(input, { staleTime: 0 }));
  if (!query.data) return <NotLoaded query={query} className="h-24" />;
  const { apps, people, scopes, roles } = query.data;
  return (
    <>
      {appId === undefined && (
        <p>
          {t(
            "{apps, plural, =0 {No app asks for its tokens.} one {# app gets no tokens for it any more: {names}.} other {# apps get no tokens for it any more: {names}.}}",
            { apps: apps.length, names: apps.join(", ") },
          )}
        </p>
      )}
      <p>
        {t(
          "{people, plural, =0 {No user has agreed to its scopes.} one {# user has agreed to its scopes.} other {# users have agreed to its scopes.}}",
          { people },
        )}{" "}
        {t("Introspection reports existing tokens as inactive at once.")}
      </p>
      {appId === undefined && scopes > 0 && (
        <p>
          {t(
            "Deleted with it: {scopes, plural, one {# scope} other {# scopes}}, allowed by {roles, plural, =0 {no role} one {# role} other {# roles}}.",
            { scopes, roles },
          )}
        </p>
      )}
    </>
  );
}
