import { and, eq, inArray, isNull, or } from "drizzle-orm";
import * as z from "zod";
import { roleGrants, roles } from "@/db/tenant/roles";
import { users } from "@/db/tenant/users";
import { asciiAddress } from "@/server/kernel/strings/mail-address";
import { Id } from "@/server/kernel/fields";
import { command } from "@/server/kernel/operation/operation";
import type { WriteTx } from "@/server/kernel/operation/store";
import type { Holding } from "./connectors";
import { FeedSettings } from "./role-sync.schema";
import { type CodedText, defineRefusals, defineTexts } from "@/server/kernel/texts/define";
import { roleTexts } from "../roles/roles";

export const roleSyncRefusals = defineRefusals("role_sync", {
  not_found: { status: 404, text: "There is no such role sync source." },
});

const roleSyncTexts = defineTexts("role_sync", {
  ambiguous_user: "{user} is the address of one person and the external id of another.",
  unknown_user: "Nobody is known as {user}.",
  more: "And {count} more.",
});

/** Maximum number of errors that the result of a run describes. Further errors are only counted. */
const NAMED = 20;
/**
 * Number of grants that a feed may always remove. The run fails if a feed removes more grants than this number and more than
 * half of all grants. Such a feed is probably broken.
 */
const SAFETY_FROM = 10;
const CHUNK = 1_000;
/** Number of rows that are processed without a pause for other requests. Processing these rows takes some milliseconds. */
const AT_A_TIME = 5_000;

const chunks = <T>(list: T[]) =>
  Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, index) =>
    list.slice(index * CHUNK, (index + 1) * CHUNK),
  );

/** Calls `work` for each item. Pauses for other requests after every `AT_A_TIME` items. */
async function eachInTurn<T>(list: T[], work: (one: T) => void): Promise<void> {
  for (let from = 0; from < list.length; from += AT_A_TIME) {
    for (const one of list.slice(from, from + AT_A_TIME)) work(one);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The users that a feed names. The keys are e-mail addresses in lower case and external ids. */
interface NamedPeople {
  byAddress: Map<string, number>;
  byExternalId: Map<string, number>;
}

/** Returns the key by which a text of a feed is compared with e-mail addresses. */
const keyOf = (name: string) => asciiAddress(name).toLowerCase();

/** Returns the users whose e-mail address or external id is one of these texts. */
async function findPeople(tx: WriteTx, names: string[]): Promise<NamedPeople> {
  const found: NamedPeople = { byAddress: new Map(), byExternalId: new Map() };
  for (const part of chunks(names)) {
    const folded = part.map(keyOf);
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

/**
 * Returns the ids of the users that a text in the feed names. The text can be the address of one user and the external id of
 * another user. The result then has two ids, and the caller changes neither user.
 */
function peopleOf({ byAddress, byExternalId }: NamedPeople, name: string): number[] {
  const found = [byAddress.get(keyOf(name)), byExternalId.get(name)];
  return [...new Set(found.filter((id) => id !== undefined))];
}

/**
 * Synchronizes the grants of a source with its feed. Adds missing grants. Removes grants of this source that the feed no longer
 * contains. Does not change manual grants.
 */
export const applyRoleSync = command({
  name: "applyRoleSync",
  capability: "ManageRoleSync",
  summary: "Apply a role sync",
  input: z.strictObject({
    sourceId: Id,
    // The feed reader has validated these rows. A second validation of 200,000 rows would take half a second.
    holdings: z.custom<Holding[]>(Array.isArray),
    allowEmpty: z.boolean(),
  }),
  output: z.object({ counts: z.record(z.string(), z.int()), errors: z.array(z.custom<CodedText>()) }),
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
    // The configured mapping takes precedence over equal names.
    const inScope = new Set(known.map(({ id }) => id));
    for (const { feedRole, roleId } of FeedSettings.safeParse(source.settings).data?.mapping ?? [])
      if (inScope.has(roleId)) roleIds.set(feedRole.toLowerCase(), roleId);
    const names = new Set<string>();
    await eachInTurn(holdings, ({ person }) => names.add(person));
    const people = await findPeople(tx, [...names]);
    const wanted = new Set<string>();
    const unknown = { people: new Set<string>(), ambiguous: new Set<string>(), roles: new Set<string>() };
    /** Users whose grants stay unchanged, because a text in the feed is ambiguous. */
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
    // Sends the statements of each chunk in parallel. A chunk then takes one network round trip.
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

function errorsOf(unknown: Record<"people" | "ambiguous" | "roles", Set<string>>): CodedText[] {
  const errors = [
    ...[...unknown.roles].slice(0, NAMED).map((role) => roleTexts.role_missing({ name: role })),
    ...[...unknown.ambiguous].slice(0, NAMED).map((user) => roleSyncTexts.ambiguous_user({ user })),
    ...[...unknown.people].slice(0, NAMED).map((user) => roleSyncTexts.unknown_user({ user })),
  ].slice(0, NAMED);
  const more = unknown.roles.size + unknown.ambiguous.size + unknown.people.size - errors.length;
  return more > 0 ? [...errors, roleSyncTexts.more({ count: more })] : errors;
}
