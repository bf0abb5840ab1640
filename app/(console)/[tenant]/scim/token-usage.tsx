"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { UsageDialog } from "../../_frame/credentials/usage-dialog";

export function TokenUsageDialog({
  token,
  onClose,
}: {
  token: { tokenId: number; name: string };
  onClose: () => void;
}) {
  const { tokenId, name } = token;
  const query = useQuery(useTRPC().scim.tokenUsage.queryOptions({ tokenId }));
  return <UsageDialog name={name} query={query} onClose={onClose} />;
}
