"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTRPC } from "@/components/data/trpc";
import { useBrowserText } from "../browser-store";
import { notYetKept, viewsIn, type View } from "./browser-views";

/**
 * Views of the audit log were kept in the browser before the server kept them: they are handed over once, by whoever signs in
 * there first. What the server refuses stays in the browser, for another try.
 */
export function useTakenOver(tenant: string, kept: View[] | undefined) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [text, setText] = useBrowserText(`castellan.audit-views.${tenant}`);
  const { mutateAsync: save } = useMutation(trpc.savedViews.save.mutationOptions());
  const begun = useRef(false);
  useEffect(() => {
    if (text === "" || !kept || begun.current) return;
    begun.current = true;
    const handOver = async () => {
      const left: View[] = [];
      for (const view of notYetKept(viewsIn(text), kept))
        await save({ list: "audit", ...view }).catch(() => left.push(view));
      setText(left.length === 0 ? "" : JSON.stringify(left));
      await queries.invalidateQueries(trpc.savedViews.list.queryFilter());
    };
    void handOver();
  }, [text, setText, kept, save, queries, trpc]);
}
