"use client";

import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { usePreviewed } from "../../../../_frame/claims/claim-preview";
import { Claims } from "../../../../_frame/claims/claims";
import { useAction } from "../../../../_frame/use-action";

/** Claims of an API by rules, with a preview. */
export function ApiClaims({
  apiId,
  mayListFields,
  mayPreview,
}: {
  apiId: number;
  mayListFields: boolean;
  mayPreview: boolean;
}) {
  const t = useExtracted("apis");
  const trpc = useTRPC();
  const query = useQuery(trpc.apiClaims.get.queryOptions({ apiId }));
  const set = useAction(trpc.apiClaims.set.mutationOptions(), () => null);
  const [previewed, setPreviewed] = usePreviewed();
  const { person, secondFactor } = previewed;
  const claims = query.data?.claims;
  const preview = useQuery(
    trpc.apiClaims.preview.queryOptions(
      person && claims ? { apiId, claims, userId: person.userId, secondFactor } : skipToken,
      { placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  return (
    <Claims
      ofApp={false}
      query={query}
      rules={claims}
      save={(rules, seen) => set({ apiId, claims: rules, ...seen })}
      mayListFields={mayListFields}
      preview={
        mayPreview
          ? {
              previewed,
              onChange: setPreviewed,
              query: preview,
              description: t(
                "What these rules add for a user. Roles of an app are not shown, because they depend on the app that asks.",
              ),
            }
          : null
      }
    />
  );
}
