"use client";

import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "@/components/data/trpc";

/** Permissions of the administrator to see kinds of requests and to decide about them. */
export type MayDecide = Record<
  "resets" | "devices" | "actAs" | "endAll" | "connectors" | "approveConnectors",
  boolean
>;

/** Loads the pending requests of each kind that the administrator may see. `waiting` is undefined while the requests load. */
export function useWaiting(may: MayDecide) {
  const trpc = useTRPC();
  const resets = useQuery({ ...trpc.mfaResets.list.queryOptions({}), enabled: may.resets });
  const devices = useQuery({ ...trpc.devices.pending.queryOptions({}), enabled: may.devices });
  const actAs = useQuery({ ...trpc.actAs.list.queryOptions({ limit: 200 }), enabled: may.actAs });
  const connectors = useQuery({ ...trpc.connectors.requests.queryOptions({}), enabled: may.connectors });
  return {
    resets: {
      query: resets,
      waiting: resets.data?.filter(({ status }) => status === "pending").reverse(),
    },
    devices: { query: devices, waiting: devices.data },
    actAs: {
      query: actAs,
      waiting: actAs.data
        ?.filter(({ status, mine }) => status === "pending" || (mine && status === "approved"))
        .reverse(),
    },
    connectors: { query: connectors, waiting: connectors.data },
  };
}

export type AllWaiting = ReturnType<typeof useWaiting>;
