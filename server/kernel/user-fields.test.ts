import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPeople } from "@/server/auth/sessions/people";
import { profileClaims } from "@/server/auth/oidc/accounts";
import { scopeClaims } from "@/server/auth/oidc/flows";
import { exportOwnData } from "@/server/domain/account/own-data";
import { getOwnProfile, updateOwnProfile } from "@/server/domain/account/profile";
import { exported } from "@/server/domain/data-export/pieces";
import { readIdentity } from "@/server/domain/federation/federated-identity";
import { OidcSettings } from "@/server/domain/federation/oidc/oidc.schema";
import { admitOutsideIdentity } from "@/server/domain/federation/resolve";
import { findProvisioned, provisionPerson } from "@/server/domain/provisioning/people";
import { guessColumns } from "@/server/domain/user-imports/csv";
import { planRow } from "@/server/domain/user-imports/plan";
import { USER } from "@/server/scim/attributes";
import { schemas } from "@/server/scim/discovery";
import { fieldsOf, userResource } from "@/server/scim/users";
import { testOperations, type TestOperations } from "@/server/testing/operations";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { somebodySignedIn } from "@/server/testing/somebody";
import { databaseKinds } from "@/server/testing/stores";
import {
  administeredFields,
  byField,
  fieldsIn,
  importFields,
  nameFields,
  ownProfileFields,
  partOfName,
  scimLength,
  userField,
  userFieldNames,
  userFields,
} from "./user-fields";

/** A value for each field. */
const values = byField(userFieldNames, (name) => (name === "phone" ? "+49 30 1234567" : `a ${name}`));

const attributes = userFieldNames.flatMap((name): [string, unknown][] => {
  const { path, list } = userField(name).scim;
  if (partOfName(name) !== null) return [];
  return [[path, list ? [{ value: values[name], primary: true }] : values[name]]];
});
const resource: Record<string, unknown> = {
  schemas: [USER],
  ...Object.fromEntries(attributes),
  name: Object.fromEntries(
    nameFields.map((name): [string | null, string] => [partOfName(name), values[name]]),
  ),
};

const cell = (text: string) => text.replaceAll("|", "\\|");
const row = (cells: string[]) => `| ${cells.map(cell).join(" | ")} |`;

it("are documented in docs/user-fields.md", async () => {
  const rows = userFieldNames.map((name) => {
    const { maxLength, scim, claim, provider, ownProfile, administered } = userField(name);
    const limit = scimLength(name) === maxLength ? "" : ` (${scimLength(name)})`;
    const { oidc, saml, ldap } = provider;
    return row([
      `\`${name}\``,
      `${maxLength}${limit}`,
      `\`${scim.path}\``,
      claim === null ? "–" : `\`${claim.name}\` (\`${claim.scope}\`)`,
      ...[oidc, ldap, saml.split("/").at(-1)!].map((text) => (text === "" ? "–" : `\`${text}\``)),
      importFields.some((field) => field === name) ? "yes" : "no",
      ownProfile === null ? "no" : "yes",
      administered ? "yes" : "read",
    ]);
  });
  const titles = [
    "field",
    "length",
    "SCIM",
    "claim (scope)",
    "OIDC provider",
    "LDAP",
    "SAML",
    "import",
    "own",
    "REST, console",
  ];
  const page = `# Profile fields of users

${[row(titles), row(titles.map(() => "---")), ...rows].join("\n")}

- **length**: the maximum number of characters; in parentheses for SCIM clients.
- **claim**: [openid.md](openid.md#scopes-and-claims).
- **OIDC provider, LDAP, SAML**: the attribute that a new identity provider is read for. Administrators can change it. SAML attributes
  begin with \`http://schemas.xmlsoap.org/ws/2005/05/identity/claims/\`.
- **import**: a CSV import can set the field.
- **own**: users change the field in their profile, unless a tag forbids it.
- **REST, console**: \`POST /api/v1/users\` and \`PATCH /api/v1/users/{userId}\` set the field, as do the dialogs of the console;
  \`GET /api/v1/users/{userId}\` and the user's page show it. Fields that are only read identify the user or need a proof. SCIM sets
  them, and a PATCH ignores them as it ignores \`status\`. Except for \`name\`, these fields extend the management document, and lists
  of users do not contain them.

The fields are declared in \`server/kernel/user-fields.ts\`. \`npx vitest run kernel/user-fields -u\` writes this page.
`;
  await expect(page).toMatchFileSnapshot("../../docs/user-fields.md");
});

describe.each(databaseKinds)("the profile fields on %s", (kind) => {
  let test: TestOperations;
  let tenant = 0;
  beforeAll(async () => void (test = await testOperations(kind)));
  afterAll(() => test.close());

  const somebody = async () => {
    const one = await somebodySignedIn(test, ++tenant);
    await test.write(one.t, (tx) => tx.users.update(one.userId, values));
    return one;
  };

  it("are read and written by SCIM, found by a filter and described by its schema", async () => {
    const { t } = await somebodySignedIn(test, ++tenant);
    const created = await test.run(t, provisionPerson, fieldsOf(resource));
    expect(fieldsIn(created, userFieldNames)).toEqual(values);
    expect(userResource(created, "")).toMatchObject(resource);
    for (const name of userFieldNames) {
      const { path, list } = userField(name).scim;
      if (list) continue;
      const filter = { op: "eq" as const, attribute: path.toLowerCase(), value: values[name] };
      const { people } = await test.run(t, findProvisioned, {
        filter,
        sortBy: null,
        descending: false,
        offset: 0,
        limit: 10,
      });
      expect(
        people.map((one) => fieldsIn(one, userFieldNames)),
        path,
      ).toEqual([values]);
    }
    type Attribute = { name: string; subAttributes?: Attribute[] };
    const user = schemas("").find(({ id }) => id === USER)!["attributes"] as Attribute[];
    const paths = user.flatMap(({ name, subAttributes = [] }) => [
      name,
      ...subAttributes.map((part) => `${name}.${part.name}`),
    ]);
    expect(paths).toEqual(expect.arrayContaining(userFieldNames.map((name) => userField(name).scim.path)));
  });

  it("are the claims of their scopes", async () => {
    const { t, userId } = await somebody();
    await test.database.sql`insert into tenants (id, slug) values (${t}, ${`tenant${t}`})`;
    const subject = (await createPeople(test.database).find(t, String(userId)))!;
    const claims = profileClaims(subject);
    for (const name of userFieldNames) {
      expect(subject[name]).toBe(values[name]);
      const { claim } = userField(name);
      if (claim === null) continue;
      expect(claims[claim.name]).toBe(values[name]);
      expect(scopeClaims[claim.scope]).toContain(claim.name);
    }
  });

  it("are set from an identity provider for a new user, and follow it where users change them themselves", async () => {
    const { t } = await somebodySignedIn(test, ++tenant);
    const settings = OidcSettings.parse({
      issuer: "https://id.example.org",
      clientId: "castellan",
      trustEmail: true,
      createPeople: true,
    });
    const provider = await test.write(t, (tx) =>
      tx.identityProviders.insert({ kind: "oidc", name: "Example", enabled: true, settings }),
    );
    const told: Record<string, string> = { email: "new@example.org" };
    for (const name of userFieldNames) told[userFields[name].provider.oidc] = values[name];
    const admitted = async () => {
      const identity = readIdentity(settings, "subject", (attribute) => told[attribute])!;
      const { userId } = await test.run(t, admitOutsideIdentity, { providerId: provider.id, identity });
      const person = await test.write(t, (tx) => tx.users.get(userId!));
      return fieldsIn(person!, userFieldNames);
    };
    expect(await admitted()).toEqual(values);
    for (const name of userFieldNames) told[userFields[name].provider.oidc] = `another ${name}`;
    expect(await admitted()).toEqual({
      ...values,
      ...byField(ownProfileFields, (name) => `another ${name}`),
    });
  });

  it("are in a person's own data and in the organization's export, and in the profile where users change them", async () => {
    const { t, userId, actor } = await somebody();
    expect((await test.run(actor, exportOwnData, {}))["profile"]).toMatchObject(values);
    expect(fieldsIn(await test.run(actor, getOwnProfile, {}), ownProfileFields)).toEqual(
      fieldsIn(values, ownProfileFields),
    );
    const patch = byField(ownProfileFields, (name) => `another ${name}`);
    await test.run(actor, updateOwnProfile, patch);
    expect(await test.write(t, (tx) => tx.users.get(userId))).toMatchObject(patch);
    const withheld = exported.flatMap(({ table, without = [] }) => (table === "users" ? without : []));
    expect(withheld.filter((name) => name in values)).toEqual([]);
  });
});

describe.each(databaseKinds)("the profile fields over the management API on %s", (kind) => {
  let server: TestServer;
  beforeAll(async () => void (server = await startTestServer(kind)), 120_000);
  afterAll(() => server.close());
  const send = (method: string, path: string, body?: object) =>
    server.call(server.seed.tenants[0].credential, method, path, body);

  it("are set for a new user, read, changed and removed", async () => {
    const set = fieldsIn(values, administeredFields);
    const created = await send("POST", "/api/v1/users", { email: "fields@acme.example", ...set });
    expect(created.status).toBe(201);
    const path = `/api/v1/users/${String(created.body["userId"])}`;
    const unset = byField(userFieldNames, () => null);
    expect((await send("GET", path)).body).toMatchObject({ ...unset, ...set });
    const other = byField(administeredFields, (name) => `another ${name}`);
    expect(await send("PATCH", path, other)).toMatchObject({ status: 200, body: other });
    const removed = byField(administeredFields, () => null);
    expect(await send("PATCH", path, removed)).toMatchObject({ status: 200, body: removed });
  });

  it("are refused by name if they are too long, and stay where only their owner or SCIM may set them", async () => {
    const path = `/api/v1/users/${server.seed.fixtures.plainUser.userId}`;
    for (const name of administeredFields) {
      const answer = await send("PATCH", path, { [name]: "x".repeat(userFields[name].maxLength + 1) });
      expect([name, answer.status]).toEqual([name, 400]);
      expect(answer.body["error_description"]).toContain(name);
    }
    expect(await send("PATCH", path, { phone: values.phone, userName: values.userName })).toMatchObject({
      status: 200,
      body: { phone: null, userName: null },
    });
  });
});

it.each(importFields)("%s is planned by an import", (name) => {
  const known = { roles: new Map(), tags: new Map(), fields: new Map(), people: new Map() };
  const { steps, problems } = planRow(["ann@example.com", values[name]], ["email", name], known);
  expect({ ...steps, problems }).toMatchObject({ [name]: values[name], problems: [] });
  const title = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  expect(guessColumns(["email", title], [])).toEqual(["email", name]);
  const tooLong = "x".repeat(userFields[name].maxLength + 1);
  expect(planRow(["ann@example.com", tooLong], ["email", name], known).outcome).toBe("refused");
});
