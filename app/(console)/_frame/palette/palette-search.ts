import { useQueryClient } from "@tanstack/react-query";
import { useExtracted } from "next-intl";
import { useTRPC } from "@/components/data/trpc";
import type { PaletteGroup, PaletteItem } from "@/components/shell/command-palette";
import type { LoggedEvent } from "@/server/domain/audit/audit.schema";
import { eventSought, useTargetName } from "../log/thing-words";
import type { Place } from "./palette-actions";
import { useSecrets, useStepsOnPeople } from "./palette-steps";
import { fits } from "./palette-words";

const EACH = 5;
/** Minimum length of a text to search the audit log, in characters. */
const LEAST = 3;

/**
 * Returns a group of search results. Returns no group if the administrator may not open the area, the query fails or nothing is
 * found.
 */
const groupIn =
  (has: Place["has"]) =>
  async (label: string, path: string, find: () => Promise<PaletteItem[]>): Promise<PaletteGroup[]> => {
    if (!has(path)) return [];
    const items = await find().catch(() => []);
    return items.length === 0 ? [] : [{ label, items }];
  };

/** Returns a function that merges events and removes duplicates, newest first. Each event links to its entry in the log. */
function useEntries(base: string) {
  const t = useExtracted("console");
  const targetName = useTargetName();
  return (...found: LoggedEvent[][]): PaletteItem[] =>
    [...new Map(found.flat().map((event) => [event.id, event])).values()]
      .sort((one, other) => Date.parse(other.at) - Date.parse(one.at) || other.id - one.id)
      .slice(0, EACH)
      .map((event) => {
        const target = targetName(event);
        return {
          id: String(event.id),
          label: target === null ? event.label : t("{event}: {target}", { event: event.label, target }),
          hint: event.actorName ?? undefined,
          href: `${base}/audit?entry=${event.id}`,
        };
      });
}

/** Searches the platform: organizations, administrators, credentials and events. */
function usePlatformSearch({ has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const entries = useEntries("/platform");
  return async (text: string): Promise<PaletteGroup[]> => {
    const matches = fits(text);
    const group = groupIn(has);
    const found = await Promise.all([
      group(t("Organizations"), "/tenants", async () => {
        const options = trpc.platform.tenants.page.queryOptions({ search: text, limit: 8 });
        return (await queries.fetchQuery(options)).tenants.map(({ tenantId, slug, name }) => ({
          id: String(tenantId),
          label: name,
          hint: slug,
          href: `/platform/tenants/${tenantId}`,
        }));
      }),
      group(t("Platform administrators"), "/administrators", async () =>
        (await queries.fetchQuery(trpc.platform.administrators.list.queryOptions({})))
          .filter(({ name, email }) => matches(name, email))
          .slice(0, EACH)
          .map(({ administratorId, name, email }) => ({
            id: String(administratorId),
            label: name ?? email,
            hint: email,
            href: "/platform/administrators",
          })),
      ),
      group(t("Secrets"), "/api-access", async () =>
        (await queries.fetchQuery(trpc.platform.credentials.list.queryOptions({})))
          .filter(
            ({ name, clientId, revokedAt }) =>
              revokedAt === null && matches(t("rotate secret of"), name, clientId),
          )
          .slice(0, EACH)
          .map(({ credentialId, name, clientId }) => ({
            id: String(credentialId),
            label: t("Rotate the secret of {name}…", { name }),
            hint: clientId,
            href: `/platform/api-access?rotate=${credentialId}`,
          })),
      ),
      group(t("Audit log"), "/audit", async () => {
        if (text.trim().length < LEAST) return [];
        const names = trpc.platform.audit.eventNames.queryOptions({}, { staleTime: Infinity });
        const action = eventSought(text, await queries.fetchQuery(names));
        const [byEvent, byName] = await Promise.all([
          queries.fetchQuery(trpc.platform.audit.page.queryOptions({ action, limit: EACH })),
          queries.fetchQuery(trpc.platform.audit.find.queryOptions({ text, limit: EACH })),
        ]);
        return entries(byEvent.events, byName);
      }),
    ]);
    return found.flat();
  };
}

/** Searches the records of an organization. */
function useTenantSearch({ tenant, has }: Place) {
  const t = useExtracted("console");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const entries = useEntries(`/${tenant}`);
  const findSteps = useStepsOnPeople({ tenant, has });
  const findSecrets = useSecrets({ tenant, has });
  return async (text: string): Promise<PaletteGroup[]> => {
    const matches = fits(text);
    const group = groupIn(has);
    const named = <T extends { name: string }>(rows: T[], item: (row: T) => PaletteItem) =>
      rows
        .filter(({ name }) => matches(name))
        .slice(0, EACH)
        .map(item);

    const found = await Promise.all([
      group(t("People"), "/users", async () => {
        const { users } = await queries.fetchQuery(trpc.users.page.queryOptions({ search: text, limit: 8 }));
        return users.map(({ userId, name, email }) => ({
          id: String(userId),
          label: name ?? email ?? t("User {userId}", { userId: String(userId) }),
          hint: email ?? undefined,
          href: `/${tenant}/users/${userId}`,
        }));
      }),
      group(t("User actions"), "/users", () => findSteps(text)),
      group(t("Apps"), "/apps", async () =>
        named(await queries.fetchQuery(trpc.apps.list.queryOptions({})), ({ appId, name, clientId }) => ({
          id: String(appId),
          label: name,
          hint: clientId,
          href: `/${tenant}/apps/${appId}`,
        })),
      ),
      group(t("APIs"), "/apis", async () =>
        named(await queries.fetchQuery(trpc.apis.list.queryOptions({})), ({ apiId, name, audience }) => ({
          id: String(apiId),
          label: name,
          hint: audience,
          href: `/${tenant}/apis/${apiId}`,
        })),
      ),
      group(t("Roles"), "/roles", async () =>
        named(await queries.fetchQuery(trpc.roles.list.queryOptions({})), ({ roleId, name }) => ({
          id: String(roleId),
          label: name,
          href: `/${tenant}/roles/${roleId}`,
        })),
      ),
      group(t("Tags"), "/tags", async () =>
        named(await queries.fetchQuery(trpc.tags.list.queryOptions({})), ({ tagId, name }) => ({
          id: String(tagId),
          label: name,
          href: `/${tenant}/tags/${tagId}`,
        })),
      ),
      findSecrets(text),
      group(t("Audit log"), "/audit", async () => {
        if (text.trim().length < LEAST) return [];
        const names = trpc.audit.eventNames.queryOptions({}, { staleTime: Infinity });
        const action = eventSought(text, await queries.fetchQuery(names));
        const [byEvent, byName] = await Promise.all([
          queries.fetchQuery(trpc.audit.page.queryOptions({ action, limit: EACH })),
          queries.fetchQuery(trpc.audit.find.queryOptions({ text, limit: EACH })),
        ]);
        return entries(byEvent.events, byName);
      }),
    ]);
    return found.flat();
  };
}

/** Searches the records of the workspace by name. */
export function usePaletteSearch(place: Place) {
  const tenantSearch = useTenantSearch(place);
  const platformSearch = usePlatformSearch(place);
  return place.tenant === null ? platformSearch : tenantSearch;
}
