import { hashSecret } from "@/server/kernel/http/client-id";
import type { TenantActor } from "@/server/kernel/operation/actor";
import type { PersonChange } from "@/server/kernel/operation/person-changes";
import { updateActAsSettings } from "@/server/domain/act-as/settings";
import type { ProvisionedPerson } from "@/server/domain/provisioning/people.schema";
import { anApp, anAuthorization, aRole, aSession, aTag } from "./factories";
import type { TestOperations } from "./operations";

export interface Place {
  test: Omit<TestOperations, "close">;
  t: number;
  /** The user whom the command changes, and the role as administrator. */
  person: { id: number; email: string };
  role: "owner" | "admin" | null;
  actor: TenantActor;
}
type Scenario = (place: Place) => object | Promise<object>;

const later = new Date("2030-01-01T00:00:00Z");
const userId = ({ person }: Place) => ({ userId: person.id });

const provisioned =
  (fields: object): Scenario =>
  ({ person }) => ({
    userId: person.id,
    versions: null,
    change: ({ userId: _id, createdAt: _at, updatedAt: _on, groups: _in, ...before }: ProvisionedPerson) => ({
      ...before,
      ...fields,
    }),
  });
const device = async ({ test, t, person: { id } }: Place) => {
  const values = { userId: id, tokenHash: `${Math.random()}`, label: "Phone", status: "pending" as const };
  return { userId: id, deviceId: (await test.write(t, (tx) => tx.devices.insert(values))).id };
};
const mfaReset: Scenario = async ({ test, t, person: { id } }) => ({
  requestId: (await test.write(t, (tx) => tx.mfaResetRequests.insert({ userId: id, expiresAt: later }))).id,
});
const invitation = ({ role }: Place) => ({
  email: `guest-${Math.random()}@example.com`,
  userKind: role === null ? ("end_user" as const) : ("tenant_admin" as const),
});
const sessionOf = (place: Place, trusted = false) =>
  aSession(place.test, place.t, place.person.id, { isTrusted: trusted });
async function actAs({ test, t, actor, person }: Place) {
  const requesterId = (actor.subject as { userId: number }).userId;
  const ticket = `ticket-${Math.random()}`;
  await test.run(t, updateActAsSettings, { enabled: true, requireApproval: false });
  const values = { requesterId, userId: person.id, appId: null, reason: "Ticket", minutes: 5 };
  const { id } = await test.write(t, async (tx) => {
    return tx.actAsRequests.insert({
      ...values,
      status: "approved",
      expiresAt: later,
      ticketHash: hashSecret(ticket),
      ticketExpiresAt: later,
    });
  });
  return { requestId: id, ticket };
}
const roleGrant: Scenario = async (place) => ({
  ...userId(place),
  roleId: (await aRole(place.test, place.t)).id,
});
const heldRole: Scenario = async (place) => {
  const grant = (await roleGrant(place)) as { userId: number; roleId: number };
  await place.test.write(place.t, (tx) => tx.roleGrants.insert(grant));
  return grant;
};
const tagged: Scenario = async (place) => ({ ...userId(place), tagId: (await aTag(place.test, place.t)).id });
const wornTag: Scenario = async (place) => {
  const pair = (await tagged(place)) as { userId: number; tagId: number };
  await place.test.write(place.t, (tx) => tx.userTags.insert(pair));
  return pair;
};
const ofApp: Scenario = async (place) => ({ ...userId(place), appId: (await anApp(place.test, place.t)).id });
const listed =
  (table: "appGuests" | "appExclusions"): Scenario =>
  async (place) => {
    const entry = (await ofApp(place)) as { userId: number; appId: number };
    await place.test.write(place.t, (tx) => tx[table].insert(entry));
    return entry;
  };

const keepsOut = { type: "ip" as const, effect: "deny", cidrs: ["0.0.0.0/0", "::/0"] };

/** Input of each command that makes such a change to the user. */
export const personScenarios: Record<string, Partial<Record<PersonChange, Scenario>>> = {
  updateUser: {
    identity: (place) => ({ ...userId(place), email: `moved-${Math.random()}@example.com` }),
    profile: (place) => ({ ...userId(place), name: "Renamed" }),
  },
  suspendUser: { access: userId },
  reactivateUser: { access: userId },
  lockUser: { access: (place) => ({ ...userId(place), indefinite: true }) },
  unlockUser: { access: userId },
  createAccessRule: {
    access: (place) => ({ ...userId(place), scope: "user", ...keepsOut }),
  },
  deleteAccessRule: {
    access: async ({ test, t, person: { id } }) => {
      const { type, effect, cidrs } = keepsOut;
      const values = { scope: "user" as const, type, userId: id, definition: { effect, cidrs } };
      return { ruleId: (await test.write(t, (tx) => tx.accessRules.insert(values))).id };
    },
  },
  approveDevice: { access: device },
  denyDevice: { access: device },
  deleteDevice: { access: device },
  unlinkIdentity: {
    proofs: async ({ test, t, person: { id } }) =>
      test.write(t, async (tx) => {
        const values = {
          name: `P${Math.random()}`,
          kind: "oidc" as const,
          settings: {},
          key: `${Math.random()}`,
        };
        const provider = await tx.identityProviders.insert(values);
        const linked = await tx.identities.insert({ userId: id, providerId: provider.id, subject: "s" });
        return { userId: id, identityId: linked.id };
      }),
  },
  approveMfaReset: { proofs: mfaReset },
  denyMfaReset: { access: mfaReset },
  createInvitation: { administration: invitation },
  revokeInvitation: {
    administration: async (place) => {
      const { email, userKind } = invitation(place);
      const values = { email, userKind, tokenHash: email, expiresAt: later };
      return { invitationId: (await place.test.write(place.t, (tx) => tx.invitations.insert(values))).id };
    },
  },
  addAdministrator: { administration: (place) => ({ ...userId(place), role: "admin" }) },
  removeAdministrator: { administration: userId },
  requestActAs: {
    acting: async (place) => {
      const { requestId } = await actAs(place);
      await place.test.write(place.t, (tx) => tx.actAsRequests.remove(requestId));
      return { ...userId(place), appId: null, reason: "Ticket", minutes: 5 };
    },
  },
  openActAs: { acting: async (place) => ({ requestId: (await actAs(place)).requestId }) },
  beginActAs: { acting: async (place) => ({ ticket: (await actAs(place)).ticket, userAgent: null }) },
  endActAs: { endings: async (place) => ({ requestId: (await actAs(place)).requestId }) },
  changeProvisioned: {
    identity: (place) => provisioned({ externalId: `id-${Math.random()}` })(place),
    access: provisioned({ active: false }),
    profile: provisioned({ name: "Renamed", givenName: "Re" }),
  },
  setUserFields: { profile: (place) => ({ ...userId(place), values: {} }) },
  importPerson: {
    profile: async (place) => {
      const administrator = (place.actor.subject as { userId: number | null }).userId ?? place.person.id;
      const row = await place.test.write(place.t, async (tx) => {
        const values = {
          fileName: "f.csv",
          header: ["email"],
          columns: [],
          rowCount: 1,
          createdBy: administrator,
        };
        const { id } = await tx.userImports.insert(values);
        return tx.userImportRows.insert({ importId: id, line: 2, cells: [] });
      });
      return { rowId: row.id, userId: place.person.id, email: place.person.email, name: "Renamed" };
    },
  },
  grantRole: { grants: roleGrant },
  revokeRole: { grants: heldRole },
  tagUser: { grants: tagged },
  untagUser: { grants: wornTag },
  grantAppToUser: { grants: ofApp },
  revokeAppFromUser: { grants: listed("appGuests") },
  excludeFromApp: { grants: ofApp },
  releaseExclusion: { grants: listed("appExclusions") },
  changeGroup: {
    grants: async (place) => {
      const { id: roleId } = await aRole(place.test, place.t, { governed: true });
      const intents = [{ kind: "add" as const, userIds: [place.person.id] }];
      return { roleId, intents, versions: null, membersReturned: "none" };
    },
  },
  applyRoleSync: {
    grants: async ({ test, t, person }) => {
      const role = await aRole(test, t);
      const values = { name: `Feed ${role.id}`, connectorName: "DirectoryFeed" };
      const source = await test.write(t, (tx) => tx.roleSyncSources.insert(values));
      return { sourceId: source.id, holdings: [{ person: person.email, role: role.name }], allowEmpty: true };
    },
  },
  revokeSession: {
    access: async (place) => ({ ...userId(place), sessionId: (await sessionOf(place)).id }),
  },
  revokeSessions: { access: userId },
  stopTrustingDevice: { endings: async (place) => ({ sessionId: (await sessionOf(place, true)).id }) },
  withdrawConnectedApp: {
    endings: async (place) => {
      const pair = (await ofApp(place)) as { userId: number; appId: number };
      await anAuthorization(place.test, place.t, pair);
      return pair;
    },
  },
};
