import type { Filter as Tree } from "scim2-parse-filter";
import type { Group, MemberIntent } from "../domain/provisioning/groups.schema";
import { versionOfGroup } from "../domain/provisioning/versions";
import { entryOf, invalidValue, isObject, type Json } from "./attributes";
import { MOST_MEMBERS } from "./bounds";
import { ScimError } from "./errors";
import { operationsOf, parsePath, type PatchOperation } from "./patch";

export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** A governed role as a resource (RFC 7643 §4.2). */
export const groupResource = (group: Group, base: string): Json => ({
  schemas: [GROUP],
  id: String(group.roleId),
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.name,
  ...(group.members && {
    members: group.members.map(({ userId, display }) => ({
      value: String(userId),
      ...(display !== null && { display }),
      type: "User",
      $ref: `${base}/Users/${userId}`,
    })),
  }),
  meta: {
    resourceType: "Group",
    created: group.createdAt,
    lastModified: group.updatedAt,
    location: `${base}/Groups/${group.roleId}`,
    version: versionOfGroup(group),
  },
});

const ID = /^[1-9][0-9]{0,15}$/;

/** The user ids of a list of members; ids are opaque text, so that `010` names nobody. */
export function memberIds(value: unknown): number[] {
  const list =
    value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_MEMBERS) throw tooManyMembers();
  return [...new Set(list.map(memberId))];
}

const tooManyMembers = () => new ScimError(413, null, `A request names at most ${MOST_MEMBERS} members.`);

function memberId(item: unknown): number {
  // A bare text is an id, as the path members.value has it; a bare number is none.
  const value = isObject(item) ? entryOf(item, "value") : typeof item === "string" ? item : undefined;
  const type = isObject(item) ? entryOf(item, "type") : undefined;
  // Some providers send a number; a list or an object is nobody's id.
  const text = typeof value === "number" ? String(value) : value;
  const isGroup = typeof type === "string" && /^group$/i.test(type);
  const id = !isGroup && typeof text === "string" && ID.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw invalidValue("members holds someone who is no user here.");
  return id;
}

export interface GroupChange {
  intents: MemberIntent[];
  externalId?: string | null;
}

/** What a PATCH of a group means. A rename is the organization's own, and must never empty the group. */
export function groupPatch(body: Json): GroupChange {
  const change: GroupChange = { intents: [] };
  let members = 0;
  for (const operation of operationsOf(body)) {
    const known = change.intents.length;
    addIntent(change, operation);
    for (const { userIds } of change.intents.slice(known)) members += userIds.length;
    if (members > MOST_MEMBERS) throw tooManyMembers();
  }
  return change;
}

function addIntent(change: GroupChange, { op, path, value }: PatchOperation) {
  if (path === null) {
    if (!isObject(value)) throw invalidValue("An operation without a path needs an object.");
    for (const [key, item] of Object.entries(value)) {
      // Of a value without a path, only what concerns a group is looked at: Okta sends the id along, templates send null.
      if (/^(members(\[.*)?|externalid)$/is.test(key) && !(item === null && /^members$/i.test(key)))
        addIntent(change, { op, path: key, value: item });
    }
    return;
  }
  const parsed = parsePath(path);
  if (parsed === null) return;
  const { attribute, filter, subs } = parsed;
  const name = attribute.toLowerCase();
  const nameless = subs.length === 0 && filter === null;
  if (name === "members" && (subs.length === 0 || (subs.length === 1 && /^value$/i.test(subs[0]!))))
    change.intents.push(membersIntent(op, filter, value));
  else if (name === "externalid" && nameless) change.externalId = op === "remove" ? null : textOrNull(value);
  // Whatever else a provider maps is not the group's to have, and no reason to refuse its members.
  else if (name === "members" || name === "externalid")
    throw new ScimError(400, "invalidPath", `The path ${path.slice(0, 200)} names nothing of a group.`);
}

function membersIntent(op: PatchOperation["op"], filter: Tree | null, value: unknown): MemberIntent {
  if (filter !== null) return { kind: op === "remove" ? "remove" : "add", userIds: named(filter) };
  // Without a value, all of them leave (RFC 7644 §3.5.2.2); a value that is none, of a template, empties no group.
  if (op === "remove" && value === undefined) return { kind: "replace", userIds: [] };
  if (op === "remove" && value === null) throw invalidValue("members must be a list of whom to remove.");
  const userIds = memberIds(value);
  return { kind: op, userIds };
}

/** `value eq "12"`, or several of them; an id that is nobody's is no member, so that removing it changes nothing. */
function named(filter: Tree): number[] {
  if (filter.op === "or") return filter.filters.flatMap(named);
  if (filter.op === "eq" && /^value$/i.test(filter.attrPath))
    return ID.test(String(filter.compValue)) ? memberIds([String(filter.compValue)]) : [];
  throw new ScimError(400, "invalidPath", 'Members are named by members[value eq "…"].');
}

function textOrNull(value: unknown): string | null {
  if (value === null || value === "") return null;
  if (typeof value !== "string" && typeof value !== "number")
    throw invalidValue("externalId must be a text.");
  const text = String(value);
  if (text.includes("\0")) throw invalidValue("externalId must not contain NUL.");
  return text;
}

/** What a PUT of a group means: the members as they are to be. One that names none at all, or null, changes none. */
export function groupReplacement(body: Json): GroupChange {
  const [members, externalId] = [entryOf(body, "members") ?? null, entryOf(body, "externalid")];
  return {
    intents: members === null ? [] : [{ kind: "replace", userIds: memberIds(members) }],
    ...(externalId !== undefined && { externalId: textOrNull(externalId) }),
  };
}
