"use client";

import { useQuery } from "@tanstack/react-query";
import { Download, KeyRound } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import { toast } from "@/components/toast";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Badge, EmptyState, type Tone } from "@/components/ui/feedback";
import { ConfirmDialog } from "@/components/ui/dialog/overlay";
import { Section } from "@/components/ui/page/page";
import { Rows } from "@/components/ui/page/rows";
import { Code, ExactTime } from "@/components/ui/text";
import type { Provider, ProviderKey } from "@/server/domain/federation/federation.schema";
import { NotLoaded } from "../../../../_frame/records/not-loaded";
import { useAction } from "../../../../_frame/use-action";

type Step = { what: "use" | "remove"; key: ProviderKey } | null;

/** Castellan's keys for a SAML provider. Downloads the certificates for the provider's operator, and rotates the keys. */
export function ProviderKeys({ provider: { providerId, name } }: { provider: Provider }) {
  const t = useExtracted("sign-in-methods");
  const trpc = useTRPC();
  const query = useQuery(trpc.federation.keys.queryOptions({ providerId }));
  const [making, setMaking] = useState(false);
  const [step, setStep] = useState<Step>(null);
  const add = useAction(trpc.federation.addKey.mutationOptions(), () => t("The key was created."));
  const keys = query.data ?? [];
  const make = async () => {
    setMaking(true);
    await add({ providerId }).catch(toast.refused);
    setMaking(false);
  };
  return (
    <Section
      title={t("Our keys")}
      description={t(
        "They sign our requests, and the provider can encrypt assertions to them. Our metadata contains them.",
      )}
      flush
      actions={
        query.data &&
        !keys.some(({ use }) => use === "next") && (
          <Button size="sm" loading={making} onClick={() => void make()}>
            <KeyRound aria-hidden />
            {keys.length === 0 ? t("Create key") : t("Create next key")}
          </Button>
        )
      }
    >
      {!query.data ? (
        <NotLoaded query={query} className="m-4 h-16" />
      ) : keys.length === 0 ? (
        <EmptyState icon={KeyRound} title={t("No key yet")}>
          {t("Without a key, requests are not signed and encrypted assertions cannot be read.")}
        </EmptyState>
      ) : (
        <Rows>
          {keys.map((key) => (
            <KeyRow key={key.keyId} of={key} file={`${name}-${key.keyId}.pem`} onStep={setStep} />
          ))}
        </Rows>
      )}
      <StepDialog providerId={providerId} step={step} onClose={() => setStep(null)} />
    </Section>
  );
}

function KeyRow({
  of,
  file,
  onStep,
}: {
  of: ProviderKey;
  /** File name of the downloaded certificate. */
  file: string;
  onStep: (step: Step) => void;
}) {
  const t = useExtracted("sign-in-methods");
  const states: Record<ProviderKey["use"], { words: string; tone: Tone }> = {
    current: { words: t("In use"), tone: "success" },
    next: { words: t("Next"), tone: "info" },
    previous: { words: t("Still decrypts"), tone: "neutral" },
  };
  const { words, tone } = states[of.use];
  return (
    <li className="space-y-2 px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm text-ink-soft">
          <Badge tone={tone}>{words}</Badge>
          <span>
            {t.rich("created <made></made>, valid until <until></until>", {
              made: () => <ExactTime at={of.createdAt} />,
              until: () => <ExactTime at={of.expiresAt} />,
            })}
          </span>
        </span>
        <span className="flex flex-wrap items-center gap-2">
          <a
            href={`data:application/x-pem-file,${encodeURIComponent(of.certificate)}`}
            download={file}
            className="inline-flex items-center gap-1.5 rounded text-sm underline hover:text-ink [&_svg]:size-4"
          >
            <Download aria-hidden />
            {t("Certificate")}
          </a>
          {of.use === "next" && (
            <Button size="sm" onClick={() => onStep({ what: "use", key: of })}>
              {t("Use now")}
            </Button>
          )}
          {of.use !== "current" && (
            <Button
              size="sm"
              className="text-danger-text"
              onClick={() => onStep({ what: "remove", key: of })}
            >
              {t("Remove")}
            </Button>
          )}
        </span>
      </div>
      <p className="flex min-w-0 items-center gap-2 text-sm text-ink-faint">
        <span className="shrink-0">{t("SHA-256")}</span>
        <Code text={of.fingerprint} label={t("fingerprint")} />
      </p>
    </li>
  );
}

function StepDialog({ providerId, step, onClose }: { providerId: number; step: Step; onClose: () => void }) {
  const t = useExtracted("sign-in-methods");
  const { federation } = useTRPC();
  const use = useAction(federation.useKey.mutationOptions(), () => t("The next key is in use."));
  const remove = useAction(federation.removeKey.mutationOptions(), () => t("The key was removed."));
  // Stores the last step, because the dialog still shows the texts of this step during the closing animation.
  const [shown, setShown] = useState<NonNullable<Step> | null>(step);
  if (step !== null && step !== shown) setShown(step);
  if (shown === null) return null;
  const { what, key } = shown;
  const act = what === "use" ? use : remove;
  return (
    <ConfirmDialog
      open={step !== null}
      onOpenChange={(open) => !open && onClose()}
      title={what === "use" ? t("Use the next key now?") : t("Remove this key?")}
      action={what === "use" ? t("Use now") : t("Remove key")}
      danger={what === "remove"}
      onConfirm={() => act({ providerId, keyId: key.keyId })}
    >
      <p>
        {what === "use"
          ? t(
              "Requests are signed with it, and our metadata asks the provider to encrypt assertions to it. The provider must already know its certificate. The previous key still decrypts until you remove it.",
            )
          : key.use === "next"
            ? t("The provider may already know its certificate. The key will never be used.")
            : t("Data that the provider still encrypts to it can no longer be read.")}
      </p>
    </ConfirmDialog>
  );
}
