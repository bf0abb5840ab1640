"use client";

import { useState } from "react";
import { useTRPC } from "@/components/data/trpc";
import { Button } from "@/components/ui/button";
import { ConfirmDialog, Dialog } from "@/components/ui/overlay";
import type { ActAsRow } from "@/server/domain/act-as/act-as.schema";
import { useAction } from "../../_frame/use-action";
import { BeginLink } from "./begin-link";

const nameOf = ({ person }: ActAsRow) => person.name ?? person.email ?? `user ${person.userId}`;

/** What the reader can do with a request: begin their own, withdraw or end theirs, as an owner everybody's. */
export function ActAsActions({ request, mayEndAll }: { request: ActAsRow; mayEndAll: boolean }) {
  const trpc = useTRPC();
  const [ending, setEnding] = useState(false);
  const [path, setPath] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const open = useAction(trpc.actAs.open.mutationOptions(), () => null);
  const end = useAction(trpc.actAs.end.mutationOptions(), () => "It was ended.");
  const { status, mine, requestId } = request;
  const live = status === "pending" || status === "approved" || status === "active";
  const who = nameOf(request);
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
        <Button size="sm" variant="primary" loading={pending} onClick={() => void begin()}>
          Begin
          <span className="sr-only">to act as {who}</span>
        </Button>
      )}
      {live && (mine || mayEndAll) && (
        <Button size="sm" onClick={() => setEnding(true)}>
          {status === "active" ? "End" : "Withdraw"}
          <span className="sr-only">acting as {who}</span>
        </Button>
      )}
      <Dialog open={path !== null} onOpenChange={() => setPath(null)} title={`Act as ${who}`}>
        {path !== null && <BeginLink path={path} onFollow={() => setPath(null)} />}
      </Dialog>
      <ConfirmDialog
        open={ending}
        onOpenChange={setEnding}
        title={status === "active" ? `Stop acting as ${who}?` : `Withdraw the request for ${who}?`}
        action={status === "active" ? "End now" : "Withdraw"}
        danger={status === "active"}
        onConfirm={() => end({ requestId })}
      >
        <p>
          {status === "active"
            ? "The session ends at once, with every token that an app got in it."
            : "The person is not asked any more. You can ask again at any time."}
        </p>
      </ConfirmDialog>
    </span>
  );
}
