import type { Filter as Tree } from "scim2-parse-filter";
import type { Group, MemberIntent } from "../domain/provisioning/groups.schema";
import { versionOfGroup } from "../domain/provisioning/versions";
import { entryOf, invalidValue, isObject, type Json, scimRefusals } from "./attributes";
import { MOST_MEMBERS } from "./bounds";
import { ScimError } from "./errors";
import { operationsOf, parsePath, pathRequired, type PatchOperation } from "./patch";
import { provisioningRefusals } from "../domain/provisioning/groups";
import { defineRefusals } from "../kernel/texts/define";

const refusals = defineRefusals("scim", {
  path_not_of_group: { status: 400, text: "The path {path} names nothing of a group." },
  path_of_members_malformed: { status: 400, text: 'Members are named by members[value eq "…"].' },
  nul_in_external_id: { status: 400, text: "externalId must not contain NUL." },
  members_required: { status: 400, text: "members must be a list of whom to remove." },
  too_many_members: { status: 413, text: "A request names at most {max} members." },
});

export const GROUP = "urn:ietf:params:scim:schemas:core:2.0:Group";

/** Returns a governed role as a resource (RFC 7643 §4.2). */
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

/** Returns the user ids of a list of members. Ids are opaque text: `010` is invalid. */
function memberIds(value: unknown): number[] {
  const list =
    value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  if (list.length > MOST_MEMBERS) throw tooManyMembers();
  return [...new Set(list.map(memberId))];
}

const tooManyMembers = () => new ScimError(null, refusals.too_many_members({ max: MOST_MEMBERS }));

function memberId(item: unknown): number {
  // A plain text is an id, as in the path members.value; a plain number is not.
  const value = isObject(item) ? entryOf(item, "value") : typeof item === "string" ? item : undefined;
  const type = isObject(item) ? entryOf(item, "type") : undefined;
  // Some providers send the id as a number; a list or an object is invalid.
  const text = typeof value === "number" ? String(value) : value;
  const isGroup = typeof type === "string" && /^group$/i.test(type);
  const id = !isGroup && typeof text === "string" && ID.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw invalidValue(provisioningRefusals.member_unknown());
  return id;
}

export interface GroupChange {
  intents: MemberIntent[];
  externalId?: string | null;
}

/** Converts a PATCH of a group. Ignores a rename: the organization names its groups, and a rename must not empty the group. */
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
    if (!isObject(value)) throw invalidValue(scimRefusals.object_required());
    if (op === "remove") {
      // Salesforce lists the members to remove in an object without a path.
      if (entryOf(value, "members") === undefined) throw pathRequired();
      change.intents.push(membersIntent(op, null, value));
      return;
    }
    for (const [key, item] of Object.entries(value)) {
      // If an operation has no path, only members and externalId in its value are used. Okta also sends the id, and
      // templates send null.
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
  // Other mapped attributes are ignored, so that the change of members succeeds.
  else if (name === "members" || name === "externalid")
    throw new ScimError("invalidPath", refusals.path_not_of_group({ path: path.slice(0, 200) }));
}

function membersIntent(op: PatchOperation["op"], filter: Tree | null, value: unknown): MemberIntent {
  if (filter !== null) return { kind: op === "remove" ? "remove" : "add", userIds: named(filter) };
  // Without a value, all members are removed (RFC 7644 §3.5.2.2). A null value from a template must not empty the
  // group.
  if (op === "remove" && value === undefined) return { kind: "replace", userIds: [] };
  // Salesforce repeats the name of the attribute in the value.
  const list = isObject(value) && entryOf(value, "members") !== undefined ? entryOf(value, "members") : value;
  if (op === "remove" && list === null) throw invalidValue(refusals.members_required());
  return { kind: op, userIds: memberIds(list) };
}

/** Returns the ids of `value eq "12"` conditions that are joined by `or`. Removing an unknown id has no effect. */
function named(filter: Tree): number[] {
  if (filter.op === "or") return filter.filters.flatMap(named);
  if (filter.op === "eq" && /^value$/i.test(filter.attrPath))
    return ID.test(String(filter.compValue)) ? memberIds([String(filter.compValue)]) : [];
  throw new ScimError("invalidPath", refusals.path_of_members_malformed());
}

function textOrNull(value: unknown): string | null {
  if (value === null || value === "") return null;
  if (typeof value !== "string" && typeof value !== "number")
    throw invalidValue(scimRefusals.not_text({ attribute: "externalId" }));
  const text = String(value);
  if (text.includes("\0")) throw invalidValue(refusals.nul_in_external_id());
  return text;
}

/** Converts a PUT of a group: replaces the members. Without members, or with null, it changes none. */
export function groupReplacement(body: Json): GroupChange {
  const [members, externalId] = [entryOf(body, "members") ?? null, entryOf(body, "externalid")];
  return {
    intents: members === null ? [] : [{ kind: "replace", userIds: memberIds(members) }],
    ...(externalId !== undefined && { externalId: textOrNull(externalId) }),
  };
}
