"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";
import { UsageDialog } from "../../_frame/credentials/usage-dialog";

export function CredentialUsageDialog({
  credential,
  onClose,
}: {
  credential: { credentialId: number; name: string };
  onClose: () => void;
}) {
  const { credentialId, name } = credential;
  const query = useQuery(useTRPC().platform.credentials.usage.queryOptions({ credentialId }));
  return <UsageDialog name={name} query={query} onClose={onClose} />;
}
