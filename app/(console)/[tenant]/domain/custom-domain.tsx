"use client";

import { useQuery } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/feedback";
import { PageHeader, Section } from "@/components/ui/page/page";
import { domainAddress } from "@/server/domain/domains/address.schema";
import { QueryError } from "../../_frame/lists/query-error";
import { DomainAddresses } from "./domain-addresses";
import { DomainFacts } from "./domain-facts";
import { RemoveDomain } from "./remove-domain";
import { SetDomain } from "./set-domain";
import { Verification } from "./verification";

/** Sets, verifies and removes the organization's own domain for sign-in. */
export function CustomDomain({ baseUrl }: { baseUrl: string }) {
  const t = useExtracted("domain");
  const query = useQuery(useTRPC().domains.get.queryOptions({}));
  const [replacing, setReplacing] = useState(false);
  const [removing, setRemoving] = useState(false);
  if (query.isLoadingError) return <QueryError error={query.error} retry={() => void query.refetch()} />;
  const state = query.data;
  const { customDomain: domain = null, verifyToken = null, verifiedAt = null } = state ?? {};
  return (
    <>
      <PageHeader
        title={t("Domain")}
        description={t(
          "People sign in at an address of this platform, or at your own domain after you prove that you own it.",
        )}
      />
      <div className="max-w-3xl space-y-4">
        <Section title={t("Address of this organization")} flush>
          {state ? <DomainFacts state={state} /> : <Skeleton className="m-4 h-24" />}
        </Section>

        {domain && verifiedAt && state && (
          <DomainAddresses address={domainAddress(baseUrl, domain)} slug={state.slug} platform={baseUrl} />
        )}
        {domain && verifyToken && !verifiedAt && <Verification domain={domain} verifyToken={verifyToken} />}

        {state && (domain === null || replacing) && (
          <SetDomain
            state={state}
            onSet={() => setReplacing(false)}
            onCancel={replacing ? () => setReplacing(false) : undefined}
          />
        )}

        {domain && !replacing && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setReplacing(true)}>{t("Use another domain")}</Button>
            <Button onClick={() => setRemoving(true)}>{t("Remove the domain")}</Button>
          </div>
        )}
      </div>
      <RemoveDomain domain={domain} verifiedAt={verifiedAt} open={removing} onOpenChange={setRemoving} />
    </>
  );
}
