"use client";

import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useExtracted } from "next-intl";
import { useState } from "react";
import type * as z from "zod";
import { FactorRow, useFactorWords } from "@/app/_factors/factor-row";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { Callout, EmptyState } from "@/components/ui/feedback";
import { lateDialog } from "@/components/ui/dialog/late-dialog";
import { Section } from "@/components/ui/page/page";
import { AddedAndUsed, Rows } from "@/components/ui/page/rows";
import type { PlatformFactors } from "@/server/platform/factors.schema";
import { Dialog, DialogActions } from "@/components/ui/dialog/overlay";
import { NewRecoveryCodes } from "@/components/ui/recovery-codes";
import { NotLoaded } from "../../_frame/records/not-loaded";

const AddAppDialog = lateDialog(() => import("./factor-dialogs").then((module) => module.AddAppDialog));
const AddPasskeyDialog = lateDialog(() =>
  import("./passkey-dialog").then((module) => module.AddPasskeyDialog),
);
const ProofDialog = lateDialog(() => import("./factor-dialogs").then((module) => module.ProofDialog));

type Factor = z.output<typeof PlatformFactors>["factors"][number];

/** Lists the second factors of the signed-in platform administrator. */
export function SecondFactors() {
  const t = useExtracted("platform");
  const trpc = useTRPC();
  const query = useQuery(trpc.platform.account.factors.queryOptions({}));
  const [adding, setAdding] = useState<"app" | "passkey" | null>(null);
  const [proving, setProving] = useState<Proving | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (!query.data) return <NotLoaded query={query} className="h-40" />;
  const { factors, required, showsCodes } = query.data;
  const enrolled = factors.length > 0;
  const add = (
    <div className="flex flex-wrap justify-center gap-2">
      <Button variant={enrolled ? "secondary" : "primary"} onClick={() => setAdding("app")}>
        {t("Add authenticator app")}
      </Button>
      <Button onClick={() => setAdding("passkey")}>{t("Add passkey")}</Button>
    </div>
  );
  const added = (made: string[] | null) => {
    setAdding(null);
    setCodes(made);
  };
  return (
    <Section
      title={t("Second factor")}
      description={t("Required at every sign-in.")}
      actions={enrolled && add}
      flush
    >
      {enrolled ? (
        <Rows>
          {factors.map((factor) => (
            <Item key={factor.factorId} factor={factor} onProve={setProving} />
          ))}
        </Rows>
      ) : (
        <EmptyState
          icon={ShieldCheck}
          title={t("The password alone gives access to the platform")}
          action={add}
        >
          {required
            ? t("The policies require a second factor. Set one up now, or at your next sign-in.")
            : t("A second factor protects the account if somebody learns your password.")}
        </EmptyState>
      )}
      {factors.some(({ codesLeft }) => codesLeft !== null && codesLeft < 4) && (
        <div className="border-t border-line p-4">
          <Callout tone="warning">{t("Few recovery codes are left. Create new ones.")}</Callout>
        </div>
      )}
      <AddAppDialog
        open={adding === "app"}
        onOpenChange={() => setAdding(null)}
        again={enrolled}
        showsCodes={showsCodes}
        onAdded={added}
      />
      <AddPasskeyDialog
        open={adding === "passkey"}
        onOpenChange={() => setAdding(null)}
        again={enrolled}
        showsCodes={showsCodes}
        onAdded={added}
      />
      <ProofDialog
        proving={proving}
        showsCodes={showsCodes}
        open={proving !== null}
        onClose={() => setProving(null)}
        onCodes={setCodes}
      />
      <CodesDialog codes={codes} onDone={() => setCodes(null)} />
    </Section>
  );
}

/** Action that needs a proof: removing a factor, or creating new recovery codes. */
export type Proving = { remove: { factorId: number; name: string } } | "recovery codes";

function Item({ factor, onProve }: { factor: Factor; onProve: (asked: Proving) => void }) {
  const t = useExtracted("platform");
  const { name } = useFactorWords(factor);
  const { factorId, createdAt, lastUsedAt, codesLeft } = factor;
  return (
    <FactorRow
      factor={factor}
      detail={
        codesLeft === null ? (
          <AddedAndUsed addedAt={createdAt} usedAt={lastUsedAt} />
        ) : (
          t("{count, plural, one {# code} other {# codes}} left", { count: codesLeft })
        )
      }
    >
      {codesLeft === null ? (
        <Button onClick={() => onProve({ remove: { factorId, name } })}>{t("Remove…")}</Button>
      ) : (
        <Button onClick={() => onProve("recovery codes")}>{t("Create new ones…")}</Button>
      )}
    </FactorRow>
  );
}

/** Shows new recovery codes once. */
function CodesDialog({ codes, onDone }: { codes: string[] | null; onDone: () => void }) {
  const t = useExtracted("platform");
  return (
    <Dialog open={codes !== null} onOpenChange={onDone} title={t("Your recovery codes")} sticky>
      <NewRecoveryCodes codes={codes ?? []} />
      <DialogActions>
        <Button variant="primary" onClick={onDone}>
          {t("I have saved them")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
