import "server-only";
import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { openPage } from "@/app/workspace";
import type { Capability } from "@/server/kernel/capabilities";
import { recordId } from "./record";

type Page = Awaited<ReturnType<typeof openPage>>;

/**
 * Opens a page about one record. Opens the workspace in the address and checks the capability. The workspace is the platform if
 * the address has no tenant.
 *
 * Returns the workspace and the record from `find`. Responds with 404 for an invalid id or a missing record. After another
 * error, `record` is null. The browser then repeats the query and shows the error.
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
