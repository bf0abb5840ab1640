"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/feedback";
import { Facts, Section } from "@/components/ui/page/page";
import { Code, RelativeTime } from "@/components/ui/text";
import { useAction } from "../../_frame/use-action";

const RECORD_TYPE = "TXT";

/** Shows the DNS record that proves the ownership of the domain. A button checks the record. */
export function Verification({ domain, verifyToken }: { domain: string; verifyToken: string }) {
  const t = useExtracted("domain");
  const trpc = useTRPC();
  const [looking, setLooking] = useState(false);
  const [result, setResult] = useState<{ message: string; at: string } | null>(null);
  const verify = useAction(trpc.domains.verify.mutationOptions(), ({ verified }) =>
    verified ? t("{domain} was verified.", { domain }) : null,
  );
  const look = async () => {
    setLooking(true);
    try {
      const { verified } = await verify({});
      setResult(
        verified
          ? null
          : {
              message: t(
                "No TXT record with this value was found at _castellan.{domain}. A new record can take from minutes to a day to be seen everywhere.",
                { domain },
              ),
              at: new Date().toISOString(),
            },
      );
    } catch (error) {
      setResult({
        message: error instanceof Error ? error.message : t("The DNS lookup failed."),
        at: new Date().toISOString(),
      });
    } finally {
      setLooking(false);
    }
  };
  return (
    <Section
      title={t("Prove that you own the domain")}
      description={t("Add this record in the DNS settings of the domain, then start the check.")}
      flush
    >
      <Facts
        items={[
          { label: t("Type"), value: <code className="font-mono text-sm">{RECORD_TYPE}</code> },
          { label: t("Name"), value: <Code text={`_castellan.${domain}`} label={t("the record’s name")} /> },
          { label: t("Value"), value: <Code text={verifyToken} label={t("the record’s value")} /> },
        ]}
      />
      <div className="space-y-3 border-t border-line p-4">
        <Button variant="primary" loading={looking} onClick={() => void look()}>
          {t("Check and verify")}
        </Button>
        <div role="status">
          {result && !looking && (
            <Callout tone="warning" title={t("Not verified yet")}>
              {result.message}{" "}
              {t.rich("Last checked <ago></ago>.", { ago: () => <RelativeTime at={result.at} /> })}
            </Callout>
          )}
        </div>
      </div>
    </Section>
  );
}
