import type { Actor } from "../kernel/operation/actor";
import type { AppError } from "../kernel/errors";
import type { Execute, ExecuteOptions } from "../kernel/operation/execute";
import { TooManyPeople, UnservableFilter, UnservableOrder } from "../domain/provisioning/comparisons";
import {
  changeGroup,
  findGroups,
  getGroup,
  isGovernedName,
  provisioningRefusals,
} from "../domain/provisioning/groups";
import {
  changeProvisioned,
  findProvisioned,
  getProvisioned,
  provisionPerson,
  type Change,
} from "../domain/provisioning/people";
import { entryOf, type Json } from "./attributes";
import { patchChange, putChange } from "./change";
import { MAX_RESULTS } from "./discovery";
import { ScimError } from "./errors";
import { attributeName, parseFilter } from "./filter";
import { groupPatch, groupReplacement, groupResource, type GroupChange } from "./groups";
import { operationsOf } from "./patch";
import { projection } from "./projection";
import { fieldsOf, userResource } from "./users";
import { userRefusals } from "../domain/users/people";
import { defineRefusals } from "../kernel/texts/define";

const refusals = defineRefusals("provisioning", {
  group_creation_not_supported: {
    status: 403,
    text: "Groups are made in the console, as roles that the provider may govern.",
  },
});

const scimRefusals = defineRefusals("scim", {
  not_whole_number: { status: 400, text: "{attribute} must be a whole number." },
  display_name_required: { status: 400, text: "displayName must be given." },
  group_name_in_use: { status: 409, text: "A group of this name exists; link it instead." },
});

/** The parameters of a list or a search. */
export interface ListQuery {
  filter: string | null;
  sortBy: string | null;
  sortOrder: string | null;
  startIndex: string | null;
  count: string | null;
  attributes: string | null;
  excludedAttributes: string | null;
}

export interface Answer {
  status: number;
  body: Json | null;
  headers?: Record<string, string>;
}

export interface ScimRequest {
  actor: Actor;
  execute: Execute;
  /** The base URL of the tenant's SCIM interface. */
  base: string;
  /** Options of the Idempotency-Key. */
  options: ExecuteOptions;
}

/** The requested attributes of the response (RFC 7644 §3.9). */
export type View = Pick<ListQuery, "attributes" | "excludedAttributes">;

/** The versions of an If-Match; null without one. */
type Versions = string[] | null;

const LIST = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

/** Returns a text as an id. Ids are opaque: `010` and `10abc` throw the refusal. */
function idOf(text: string, refusal: () => AppError): number {
  const id = /^[1-9][0-9]{0,15}$/.test(text) ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) throw refusal();
  return id;
}

function integer(text: string | null, name: string, otherwise: number, least: number): number {
  if (text === null || text === "") return otherwise;
  if (!/^-?\d{1,15}$/.test(text))
    throw new ScimError("invalidValue", scimRefusals.not_whole_number({ attribute: name }));
  // RFC 7644 §3.4.2.4: a lower value counts as the lowest permitted one.
  return Math.max(least, Number(text));
}

function pageOf(query: ListQuery) {
  const startIndex = integer(query.startIndex, "startIndex", 1, 1);
  const limit = Math.min(integer(query.count, "count", 100, 0), MAX_RESULTS);
  return {
    startIndex,
    input: {
      filter: query.filter === null || query.filter.trim() === "" ? null : parseFilter(query.filter),
      sortBy: query.sortBy ? attributeName(query.sortBy.trim()) : null,
      descending: query.sortOrder?.toLowerCase() === "descending",
      offset: startIndex - 1,
      limit,
    },
  };
}

const listBody = (totalResults: number, startIndex: number, resources: Json[]): Json => ({
  schemas: [LIST],
  totalResults,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Returns the header that marks the total of a list as an estimate. RFC 7644 §3.4.2 defines no member for it. */
const accuracy = (estimated: boolean): Record<string, string> =>
  estimated ? { "total-results": "estimate" } : {};

/** Converts the error of an unsupported filter or order to a SCIM error. Such a request never matches everybody. */
async function orScimError<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof TooManyPeople) throw new ScimError("tooMany", error.refusal);
    if (error instanceof UnservableOrder) throw new ScimError("invalidValue", error.refusal);
    if (error instanceof UnservableFilter) throw new ScimError("invalidFilter", error.refusal);
    throw error;
  }
}

const withVersion = (status: number, body: Json, { attributes, excludedAttributes }: View): Answer => {
  const { version, location } = body["meta"] as { version: string; location: string };
  const shown = projection(attributes, excludedAttributes).apply(body);
  return { status, body: shown, headers: { etag: version, ...(status === 201 && { location }) } };
};

type Page = ReturnType<typeof pageOf>["input"];

async function usersOn({ actor, execute, base }: ScimRequest, page: Page, view: View) {
  const shown = projection(view.attributes, view.excludedAttributes);
  const { total, estimated, people } = await execute(actor, findProvisioned, page);
  return { total, estimated, resources: people.map((person) => shown.apply(userResource(person, base))) };
}

async function groupsOn({ actor, execute, base }: ScimRequest, page: Page, view: View) {
  const shown = projection(view.attributes, view.excludedAttributes);
  const input = { ...page, withMembers: shown.shows("members") };
  const { total, groups: found } = await execute(actor, findGroups, input);
  return {
    total,
    estimated: false,
    resources: found.map((group) => shown.apply(groupResource(group, base))),
  };
}

const listOf =
  (find: typeof usersOn) =>
  async (request: ScimRequest, query: ListQuery): Promise<Answer> => {
    const { startIndex, input } = pageOf(query);
    const { total, estimated, resources } = await orScimError(find(request, input, query));
    return { status: 200, body: listBody(total, startIndex, resources), headers: accuracy(estimated) };
  };

/**
 * Searches all resources (RFC 7644 §3.4.3): users, then groups, each sorted separately. A condition on an attribute
 * that groups lack matches no group (§3.4.2.1).
 */
export async function searchAll(request: ScimRequest, query: ListQuery): Promise<Answer> {
  const { startIndex, input } = pageOf(query);
  const people = await orScimError(usersOn(request, input, query));
  const rest = {
    ...input,
    offset: Math.max(0, input.offset - people.total),
    limit: input.limit - people.resources.length,
  };
  const roles = await groupsOn(request, rest, query).catch((error: unknown) => {
    if (error instanceof UnservableFilter) return { total: 0, estimated: false, resources: [] };
    throw error;
  });
  const resources = [...people.resources, ...roles.resources];
  return {
    status: 200,
    body: listBody(people.total + roles.total, startIndex, resources),
    headers: accuracy(people.estimated),
  };
}

export const users = {
  list: listOf(usersOn),
  get: async ({ actor, execute, base }: ScimRequest, id: string, view: View) => {
    const person = await execute(actor, getProvisioned, { userId: idOf(id, userRefusals.not_found) });
    return withVersion(200, userResource(person, base), view);
  },
  create: async ({ actor, execute, base, options }: ScimRequest, body: Json, view: View) =>
    withVersion(
      201,
      userResource(await execute(actor, provisionPerson, fieldsOf(body), options), base),
      view,
    ),
  /** Creates all of them in one transaction. Returns null and creates none if one of them is refused. */
  createAll: async (
    { actor, execute, base, options }: ScimRequest,
    bodies: Json[],
  ): Promise<Answer[] | null> => {
    // With an Idempotency-Key, each response needs a record of its own.
    if (options.idempotency) return null;
    try {
      const people = await execute.all(actor, provisionPerson, bodies.map(fieldsOf));
      return people.map((person) => withVersion(201, userResource(person, base), everything));
    } catch {
      // The caller then creates the users one by one, and gets the reason of the refusal.
      return null;
    }
  },
  replace: (request: ScimRequest, id: string, body: Json, versions: Versions, view: View) =>
    changeUser(request, { id, versions, change: putChange(body) }, view),
  patch: (request: ScimRequest, id: string, body: Json, versions: Versions, view: View) =>
    changeUser(request, { id, versions, change: patchChange(operationsOf(body)) }, view),
  remove: async (request: ScimRequest, id: string, versions: Versions): Promise<Answer> => {
    const change = patchChange([{ op: "replace", path: "active", value: false }]);
    await changeUser(request, { id, versions, change }, everything);
    return { status: 204, body: null };
  },
};

const everything: View = { attributes: null, excludedAttributes: null };

async function changeUser(
  { actor, execute, base, options }: ScimRequest,
  { id, ...input }: { id: string; versions: Versions; change: Change },
  view: View,
) {
  const person = await execute(
    actor,
    changeProvisioned,
    { userId: idOf(id, userRefusals.not_found), ...input },
    options,
  );
  return withVersion(200, userResource(person, base), view);
}

export const groups = {
  list: listOf(groupsOn),
  get: async ({ actor, execute, base }: ScimRequest, id: string, view: View) => {
    const { shows } = projection(view.attributes, view.excludedAttributes);
    const input = { roleId: idOf(id, provisioningRefusals.group_not_found), withMembers: shows("members") };
    return withVersion(200, groupResource(await execute(actor, getGroup, input), base), view);
  },
  /** Links an existing group; only the organization creates roles. */
  create: async ({ actor, execute }: ScimRequest, body: Json): Promise<Answer> => {
    const name = entryOf(body, "displayName");
    if (typeof name !== "string" || name === "" || name.includes("\0"))
      throw new ScimError("invalidValue", scimRefusals.display_name_required());
    if (await execute(actor, isGovernedName, { name: name.slice(0, 400) }))
      throw new ScimError("uniqueness", scimRefusals.group_name_in_use());
    throw refusals.group_creation_not_supported();
  },
  patch: (request: ScimRequest, id: string, body: Json, versions: Versions, view: View) => {
    // RFC 7644 §3.5.2: the whole resource or no content; always the resource if attributes are requested.
    const selectsAttributes = view.attributes !== null;
    return changeOf(request, {
      id,
      versions,
      ...groupPatch(body),
      view,
      otherwise: selectsAttributes ? "all" : "few",
    });
  },
  /** Replaces the group and returns the whole resource (RFC 7644 §3.5.1). */
  replace: (request: ScimRequest, id: string, body: Json, versions: Versions, view: View) =>
    changeOf(request, { id, versions, ...groupReplacement(body), view, otherwise: "all" }),
};

interface ChangeOfGroup extends GroupChange {
  id: string;
  versions: Versions;
  view: View;
  /** The members in the response, unless the view excludes them. */
  otherwise: "all" | "few";
}

async function changeOf(
  { actor, execute, base, options }: ScimRequest,
  { id, view, otherwise, ...input }: ChangeOfGroup,
): Promise<Answer> {
  const { shows } = projection(view.attributes, view.excludedAttributes);
  const membersReturned = shows("members") ? otherwise : "none";
  const change = { roleId: idOf(id, provisioningRefusals.group_not_found), membersReturned, ...input };
  const group = await execute(actor, changeGroup, change, options);
  const answer = withVersion(200, groupResource(group, base), view);
  return membersReturned === "few" && group.members === null
    ? { ...answer, status: 204, body: null }
    : answer;
}
