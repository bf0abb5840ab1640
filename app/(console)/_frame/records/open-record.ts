import "server-only";
import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import type { Capability } from "@/server/kernel/capabilities";
import { recordId } from "./record";

type Page = Awaited<ReturnType<typeof openPage>>;

/**
 * What every page about one record begins with: the workspace that its address names (without one, the platform's), opened by
 * the capability, and the record that `find` fetches by the id in the address. Where the address names no id, or `find` finds
 * nothing, the page does not exist (404). What failed otherwise leaves `record` null: the browser asks again, and says why.
 */
export async function openRecord<Key extends string, Found>(
  params: Promise<Record<Key, string> & { tenant?: string }>,
  key: Key,
  capability: Capability,
  find: (page: Page, id: number) => Promise<Found | undefined>,
) {
  const given = await params;
  const page = await openPage(given.tenant ?? null, capability);
  const id = recordId(given[key]);
  if (id === null) notFound();
  const record = await find(page, id).catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return undefined;
    return null;
  });
  if (record === undefined) notFound();
  return { page, id, record };
}
