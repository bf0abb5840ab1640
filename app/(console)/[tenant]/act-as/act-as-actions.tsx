"use client";

import { useExtracted } from "next-intl";
import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/dialog/overlay";
import type { ActAsRow } from "@/server/domain/act-as/act-as.schema";
import { usePersonName } from "../../_frame/people/person-cell";
import { useAction } from "../../_frame/use-action";
import { BeginLink } from "./begin-link";

/** Actions on a request to act as a user. The requester starts, withdraws or ends the request. An owner may end any request. */
export function ActAsActions({ request, mayEndAll }: { request: ActAsRow; mayEndAll: boolean }) {
  const t = useExtracted("act-as");
  const trpc = useTRPC();
  const [ending, setEnding] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const open = useAction(trpc.actAs.open.mutationOptions(), () => null);
  const end = useAction(trpc.actAs.end.mutationOptions(), () => t("The session or request was ended."));
  const { status, mine, requestId, person } = request;
  const live = status === "pending" || status === "approved" || status === "active";
  const who = usePersonName()(person);
  const begin = async () => {
    setPending(true);
    try {
      setPath((await open({ requestId })).path);
    } finally {
      setPending(false);
    }
  };
  return (
    <span className="relative z-10 inline-flex gap-1.5">
      {mine && status === "approved" && (
        <Button
          size="sm"
          variant="primary"
          loading={pending}
          aria-label={t("Start acting as {who}", { who })}
          onClick={() => void begin()}
        >
          {t("Start")}
        </Button>
      )}
      {live && (mine || mayEndAll) && (
        <Button
          size="sm"
          aria-label={
            status === "active"
              ? t("Stop acting as {who}", { who })
              : t("Withdraw the request for {who}", { who })
          }
          onClick={() => setEnding(true)}
        >
          {status === "active" ? t("Stop") : t("Withdraw")}
        </Button>
      )}
      <Dialog open={path !== null} onOpenChange={() => setPath(null)} title={t("Act as {who}", { who })}>
        {path !== null && <BeginLink path={path} onFollow={() => setPath(null)} />}
      </Dialog>
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={
          status === "active"
            ? t("Stop acting as {who}?", { who })
            : t("Withdraw the request for {who}?", { who })
        }
        action={status === "active" ? t("Stop") : t("Withdraw")}
        danger={status === "active"}
        onConfirm={() => end({ requestId })}
      >
        <p>
          {status === "active"
            ? t("The session and all tokens that apps received in it end at once.")
            : t("The person no longer sees the request. You can send a new one at any time.")}
        </p>
      </ConfirmDialog>
    </span>
  );
}
