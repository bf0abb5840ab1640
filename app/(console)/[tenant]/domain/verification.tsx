"use client";

import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Facts, Section } from "@/components/ui/page";
import { Code, RelativeTime } from "@/components/ui/text";
import { useAction } from "../../_frame/use-action";

/** The DNS record that proves the domain, and a look at whether it is there. */
export function Verification({ domain, verifyToken }: { domain: string; verifyToken: string }) {
  const trpc = useTRPC();
  const [looking, setLooking] = useState(false);
  const [result, setResult] = useState<{ message: string; at: string } | null>(null);
  const verify = useAction(trpc.domains.verify.mutationOptions(), ({ verified }) =>
    verified ? `${domain} was verified.` : null,
  );
  const look = async () => {
    setLooking(true);
    try {
      const { verified } = await verify({});
      setResult(
        verified
          ? null
          : {
              message: `No TXT record with this value was found at _castellan.${domain}. A new record can take from minutes to a day to be seen everywhere.`,
              at: new Date().toISOString(),
            },
      );
    } catch (error) {
      setResult({
        message: error instanceof Error ? error.message : "It could not be looked up.",
        at: new Date().toISOString(),
      });
    } finally {
      setLooking(false);
    }
  };
  return (
    <Section
      title="Prove that it is yours"
      description="Add this record where the domain’s DNS is managed, then have it looked up."
      flush
    >
      <Facts
        items={[
          { label: "Type", value: <code className="font-mono text-sm">TXT</code> },
          { label: "Name", value: <Code text={`_castellan.${domain}`} label="the record’s name" /> },
          { label: "Value", value: <Code text={verifyToken} label="the record’s value" /> },
        ]}
      />
      <div className="space-y-3 border-t border-line p-4">
        <Button variant="primary" loading={looking} onClick={() => void look()}>
          Look it up and verify
        </Button>
        <div role="status">
          {result && !looking && (
            <Callout tone="warning" title="Not verified yet">
              {result.message} Looked up <RelativeTime at={result.at} />.
            </Callout>
          )}
        </div>
      </div>
    </Section>
  );
}
