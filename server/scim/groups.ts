import type { Group, MemberIntent } from "../domain/provisioning/groups";
import { versionOf } from "../domain/provisioning/people";
import { ScimError } from "./errors";
import { attributeName } from "./filter";
import { operationsOf, type PatchOperation } from "./patch";
import type { Json } from "./users";

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
      $ref: `${base}/Users/${userId}`,
    })),
  }),
  meta: {
    resourceType: "Group",
    created: group.createdAt.toISOString(),
    lastModified: group.updatedAt.toISOString(),
    location: `${base}/Groups/${group.roleId}`,
    version: versionOf(group),
  },
});

/** The user ids of a list of members; ids are opaque text, so that `010` names nobody. */
export function memberIds(value: unknown): number[] {
  const list =
    value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
  const ids = list.map((item) => {
    const text = typeof item === "object" && item !== null ? (item as { value?: unknown }).value : item;
    const id = /^[1-9][0-9]{0,15}$/.test(String(text)) ? Number(text) : NaN;
    if (!Number.isSafeInteger(id))
      throw new ScimError(400, "invalidValue", "members holds someone who is no user here.");
    return id;
  });
  return [...new Set(ids)];
}

export interface GroupChange {
  intents: MemberIntent[];
  externalId?: string | null;
}

/** What a PATCH of a group means. A rename is the organization's own, and must never empty the group. */
export function groupPatch(body: Json): GroupChange {
  const change: GroupChange = { intents: [] };
  for (const operation of operationsOf(body)) addIntent(change, operation);
  return change;
}

const kinds = { add: "add", remove: "remove", replace: "replace" } as const;

function addIntent(change: GroupChange, { op, path, value }: PatchOperation) {
  if (path === null) {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new ScimError(400, "invalidValue", "An operation without a path needs an object.");
    for (const [key, item] of Object.entries(value)) {
      if (/^members$/i.test(key)) change.intents.push({ kind: kinds[op], userIds: memberIds(item) });
      else if (/^externalid$/i.test(key)) change.externalId = textOrNull(item);
    }
    return;
  }
  const name = attributeName(path);
  const [, quoted] = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\](?:\.value)?$/i.exec(path) ?? [];
  if (quoted !== undefined) {
    // An id that is nobody's is no member: removing it changes nothing.
    const userIds = /^[1-9][0-9]{0,15}$/.test(quoted) ? memberIds([quoted]) : [];
    change.intents.push({ kind: op === "remove" ? "remove" : "add", userIds });
  } else if (name === "members") {
    const all = op === "remove" && (value === undefined || value === null);
    change.intents.push(
      all ? { kind: "replace", userIds: [] } : { kind: kinds[op], userIds: memberIds(value) },
    );
  } else if (name === "externalid") change.externalId = op === "remove" ? null : textOrNull(value);
  else if (name.startsWith("members["))
    throw new ScimError(400, "invalidPath", 'Members are named by members[value eq "…"].');
  else if (!/^(displayname|schemas|id)$/.test(name))
    throw new ScimError(400, "invalidPath", `The path ${path.slice(0, 200)} names nothing of a group.`);
}

const textOrNull = (value: unknown) =>
  typeof value === "string" && value !== "" ? value.slice(0, 500) : null;

/** What a PUT of a group means: the members as they are to be. */
export function groupReplacement(body: Json): GroupChange {
  const entry = (name: string) => Object.entries(body).find(([key]) => key.toLowerCase() === name)?.[1];
  const externalId = entry("externalid");
  return {
    intents: [{ kind: "replace", userIds: memberIds(entry("members")) }],
    ...(externalId !== undefined && { externalId: textOrNull(externalId) }),
  };
}
