import { and, eq, inArray, isNull, or } from "drizzle-orm";
import * as z from "zod";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation";
import { roleSyncRefusals } from "@/server/kernel/refusals/role-sync";
import type { WriteTx } from "@/server/kernel/store";
import type { Holding } from "./connectors";
import { FeedSettings } from "./role-sync.schema";

/** How many errors a run names; the rest is counted. */
const NAMED = 20;
/** A feed that takes away more than half of what it gave is more likely broken than right, from this many grants on. */
const SAFETY_FROM = 10;
const CHUNK = 1_000;
/** How many rows of a feed are looked at before others are answered: some milliseconds. */
const AT_A_TIME = 5_000;

const chunks = <T>(list: T[]) =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, index) =>
    list.slice(index * CHUNK, (index + 1) * CHUNK),
  );

/** Calls `work` for each item and answers other requests in between. */
async function eachInTurn<T>(list: T[], work: (one: T) => void): Promise<void> {
  for (let from = 0; from < list.length; from += AT_A_TIME) {
    for (const one of list.slice(from, from + AT_A_TIME)) work(one);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Whom the texts of a feed name: by address in lower case, by external id as it is. */
interface NamedPeople {
  byAddress: Map<string, number>;
  byExternalId: Map<string, number>;
}

/** The people whom these texts name. */
async function findPeople(tx: WriteTx, names: string[]): Promise<NamedPeople> {
  const found: NamedPeople = { byAddress: new Map(), byExternalId: new Map() };
  for (const part of chunks(names)) {
    const folded = part.map((name) => name.toLowerCase());
    const rows = await tx.users.list({
      where: and(
        eq(users.kind, "person"),
        or(inArray(users.emailKey, folded), inArray(users.externalId, part)),
      ),
    });
    for (const row of rows) {
      if (row.externalId !== null) found.byExternalId.set(row.externalId, row.id);
      if (row.emailKey !== null) found.byAddress.set(row.emailKey, row.id);
    }
  }
  return found;
}

/** The people of this text. More than one: it is the address of one and the external id of another, and stands for neither. */
function peopleOf({ byAddress, byExternalId }: NamedPeople, name: string): number[] {
  const found = [byAddress.get(name.toLowerCase()), byExternalId.get(name)];
  return [...new Set(found.filter((id) => id !== undefined))];
}

/**
 * Brings the grants of a source to what its feed says: adds what is missing, takes away what this source gave and the feed
 * no longer has. What people granted by hand is left alone.
 */
export const applyRoleSync = command({
  name: "applyRoleSync",
  capability: "ManageRoleSync",
  summary: "Apply a role sync",
  input: z.strictObject({
    sourceId: Id,
    // The reader of feeds made them: to look at each of 200,000 again would take half a second.
    holdings: z.custom<Holding[]>(Array.isArray),
    allowEmpty: z.boolean(),
  }),
  output: z.object({ counts: z.record(z.string(), z.int()), errors: z.array(z.string()) }),
  event: "role_sync_completed",
  touches: ["grants"],
  target: ({ sourceId }) => ({ ref: `source:${sourceId}` }),
  run: async ({ tx, now, changed, labelled, unchanged }, { sourceId, holdings, allowEmpty }) => {
    const source = await tx.roleSyncSources.lock(sourceId);
    if (!source) throw roleSyncRefusals.not_found();
    labelled(source.name);
    const scope = source.targetAppId === null ? isNull(roles.appId) : eq(roles.appId, source.targetAppId);
    const known = await tx.roles.list({ where: scope });
    const roleIds = new Map(known.map((role) => [role.nameKey!, role.id]));
    // What an administrator wrote down comes before what is only called alike.
    const inScope = new Set(known.map(({ id }) => id));
    for (const { feedRole, roleId } of FeedSettings.safeParse(source.settings).data?.mapping ?? [])
      if (inScope.has(roleId)) roleIds.set(feedRole.toLowerCase(), roleId);
    const names = new Set<string>();
    await eachInTurn(holdings, ({ person }) => names.add(person));
    const people = await findPeople(tx, [...names]);
    const wanted = new Set<string>();
    const unknown = { people: new Set<string>(), ambiguous: new Set<string>(), roles: new Set<string>() };
    /** Nothing is given to them nor taken from them by a text that names two. */
    const doubtful = new Set<number>();
    await eachInTurn(holdings, ({ person, role }) => {
      const [userId, another] = peopleOf(people, person);
      const roleId = roleIds.get(role.toLowerCase());
      if (userId === undefined) unknown.people.add(person);
      if (userId !== undefined && another !== undefined) {
        unknown.ambiguous.add(person);
        doubtful.add(userId).add(another);
        return;
      }
      if (roleId === undefined) unknown.roles.add(role);
      if (userId !== undefined && roleId !== undefined) wanted.add(`${userId} ${roleId}`);
    });
    const held = await tx.roleGrants.list({ where: eq(roleGrants.sourceId, sourceId) });
    const own = new Set(held.map(({ userId, roleId }) => `${userId} ${roleId}`));
    const lost = held.filter(
      ({ userId, roleId }) => !wanted.has(`${userId} ${roleId}`) && !doubtful.has(userId),
    );
    if (!allowEmpty && lost.length > SAFETY_FROM && lost.length > held.length / 2)
      throw new Error(
        `The feed would take ${lost.length} of ${held.length} grants away; nothing was changed.`,
      );
    let added = 0;
    // Sent together, not one after another: a round trip for each chunk, not for each grant.
    for (const part of chunks([...wanted].filter((pair) => !own.has(pair)))) {
      const outcomes = await Promise.all(
        part.map((pair) => {
          const [userId, roleId] = pair.split(" ").map(Number) as [number, number];
          return tx.roleGrants.insertIfAbsent({ userId, roleId, sourceId, grantedAt: now });
        }),
      );
      added += outcomes.filter(Boolean).length;
    }
    const ofSource = eq(roleGrants.sourceId, sourceId);
    for (const part of chunks(lost)) {
      await Promise.all(
        part.map(({ userId, roleId }) =>
          tx.roleGrants.removeWhere(
            and(eq(roleGrants.userId, userId), eq(roleGrants.roleId, roleId), ofSource)!,
          ),
        ),
      );
    }
    const counts = {
      rows: holdings.length,
      added,
      removed: lost.length,
      unknownPeople: unknown.people.size,
      unknownRoles: unknown.roles.size,
    };
    changed({}, counts);
    if (added === 0 && lost.length === 0) unchanged();
    return { counts, errors: errorsOf(unknown) };
  },
});

function errorsOf(unknown: Record<"people" | "ambiguous" | "roles", Set<string>>): string[] {
  const errors = [
    ...[...unknown.roles].slice(0, NAMED).map((role) => `There is no role ${role}.`),
    ...[...unknown.ambiguous]
      .slice(0, NAMED)
      .map((person) => `${person} is the address of one person and the external id of another.`),
    ...[...unknown.people].slice(0, NAMED).map((person) => `Nobody is known as ${person}.`),
  ].slice(0, NAMED);
  const more = unknown.roles.size + unknown.ambiguous.size + unknown.people.size - errors.length;
  return more > 0 ? [...errors, `And ${more} more.`] : errors;
}
