"use client";

import { keepPreviousData, skipToken, useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import { usePreviewed } from "../../../../_frame/claims/claim-preview";
import { Claims } from "../../../../_frame/claims/claims";
import { useAction } from "../../../../_frame/use-action";

/** Claims of an app by rules, with a preview. */
export function AppClaims({
  appId,
  mayListFields,
  mayPreview,
}: {
  appId: number;
  mayListFields: boolean;
  mayPreview: boolean;
}) {
  const t = useExtracted("apps");
  const trpc = useTRPC();
  const query = useQuery(trpc.appClaims.get.queryOptions({ appId }));
  const set = useAction(trpc.appClaims.set.mutationOptions(), () => null);
  const [previewed, setPreviewed] = usePreviewed();
  const { person, secondFactor } = previewed;
  const claims = query.data?.claims;
  const preview = useQuery(
    trpc.appClaims.preview.queryOptions(
      person && claims ? { appId, claims, userId: person.userId, secondFactor } : skipToken,
      { placeholderData: keepPreviousData, staleTime: 0 },
    ),
  );
  return (
    <Claims
      ofApp
      query={query}
      rules={claims}
      save={(rules, seen) =>
        set({ appId, claims: rules.map((rule) => ({ ...rule, in: rule.in ?? [] })), ...seen })
      }
      mayListFields={mayListFields}
      preview={
        mayPreview
          ? {
              previewed,
              onChange: setPreviewed,
              query: preview,
              description: t("What these rules add for a user who signs in to the app now."),
            }
          : null
      }
    />
  );
}
