import "server-only";
import { TRPCError } from "@trpc/server";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { createLoader, type ParserMap, type SearchParams } from "nuqs/server";
import type { ReactNode } from "react";
import { openPage } from "@/app/workspace";
import type { Capability } from "@/server/kernel/capabilities";
import { areaWords, type AreaId } from "./area-words";
import { feedQuery } from "./log/feed-query";
import { recordId, titleOf } from "./records/record";
import type { Tab } from "./records/tabs";

/** What Next passes to a page. `params` has no tenant below `/platform`. */
export interface PageInput {
  params: Promise<{ tenant?: string; [key: string]: string | undefined }>;
  searchParams: Promise<SearchParams>;
}

async function opened(input: PageInput, capability: Capability) {
  const params = await input.params;
  const { tenant } = params;
  const workspace = await openPage(tenant ?? null, capability);
  const mayReadLog = workspace.may(tenant === undefined ? "ReadPlatformAuditLog" : "ReadAuditLog");
  return {
    ...workspace,
    params,
    /** Slug of the tenant. Empty on a page of the platform. */
    tenant: tenant ?? "",
    /** Reads the filters in the query part of the address. */
    filters: <Parsers extends ParserMap>(parsers: Parsers) => createLoader(parsers)(input.searchParams),
    mayReadLog,
    /** Returns the query of the activity feed of a record (`kind:id`), or none if the administrator may not read the log. */
    feed: (target: string) => {
      if (!mayReadLog) return [];
      const { audit, platform } = workspace.trpc;
      const input = feedQuery(target);
      return [
        tenant === undefined ? platform.audit.page.queryOptions(input) : audit.page.queryOptions(input),
      ];
    },
  };
}

export type Page = Awaited<ReturnType<typeof opened>>;

export interface RecordPage<Found> extends Page {
  id: number;
  record: Found | null;
}

/**
 * Returns a page that requires a capability. It answers with 404 if the workspace in its address is missing or forbidden.
 * `show` fetches what the page shows.
 */
export const consolePage =
  (capability: Capability, show: (page: Page) => ReactNode | Promise<ReactNode>) =>
  async (input: PageInput) => {
    const page = await opened(input, capability);
    return page.hydrate(await show(page));
  };

/** Returns the title of the first page of an area: the name of the area in the sidebar. */
export const areaTitle = (id: AreaId) => async (): Promise<Metadata> => ({
  title: (await areaWords()).areas[id],
});

/**
 * Returns the pages about one record, whose id is in the address as `key`. They answer with 404 for an invalid id or a missing
 * record. After another error, `record` is null. The browser then repeats the query and shows the error.
 */
export function recordPages<Found>(
  key: string,
  capability: Capability,
  find: (page: Page, id: number) => Promise<Found | undefined>,
  nameOf: (record: Found) => string | null,
) {
  async function open(input: PageInput): Promise<RecordPage<Found>> {
    const page = await opened(input, capability);
    const id = recordId(page.params[key] ?? "");
    if (id === null) notFound();
    const record = await find(page, id).catch((error: unknown) => {
      if (error instanceof TRPCError && error.code === "NOT_FOUND") return undefined;
      return null;
    });
    if (record === undefined) notFound();
    return { ...page, id, record };
  }
  return {
    page: (show: (page: RecordPage<Found>) => ReactNode | Promise<ReactNode>) => async (input: PageInput) => {
      const page = await open(input);
      return page.hydrate(await show(page));
    },
    /** Returns the title of a page: the name of the record, or `otherwise` if it is not available, and the name of the view. */
    title: (input: PageInput, otherwise: string, view?: string) =>
      titleOf(
        async () => {
          const { record } = await open(input);
          return record && nameOf(record);
        },
        otherwise,
        view,
      ),
  };
}

/** Returns the pages of the tabs of a record. `frame` renders the tabs that the administrator may open around the page. */
export function tabPages<Found, Path extends string>(
  record: ReturnType<typeof recordPages<Found>>,
  capabilities: Record<Path, Capability>,
  readWords: () => Promise<{ record: string; tabs: Record<Path, string> }>,
  frame: (page: RecordPage<Found>, tabs: Tab<Path>[], content: ReactNode) => ReactNode | Promise<ReactNode>,
) {
  const paths = Object.keys(capabilities) as Path[];
  return {
    page: (path: Path, show: (page: RecordPage<Found>) => ReactNode | Promise<ReactNode>) =>
      record.page(async (page) => {
        const { tabs } = await readWords();
        if (!page.may(capabilities[path])) notFound();
        const open = paths.filter((one) => page.may(capabilities[one]));
        return frame(
          page,
          open.map((one) => ({ path: one, label: tabs[one] })),
          await show(page),
        );
      }),
    title: (path: Path) => async (input: PageInput) => {
      const words = await readWords();
      return record.title(input, words.record, path === "" ? undefined : words.tabs[path]);
    },
  };
}
