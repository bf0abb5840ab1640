import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readIdentity } from "@/server/domain/federation/federated-identity";
import { EmailAddress } from "@/server/kernel/fields";
import { byField, userFieldNames } from "@/server/kernel/user-fields";
import { startTestServer, type TestServer } from "@/server/testing/server";

/* The whole server uses one grammar of mail addresses. A mail goes to exactly one mailbox (GHSA-5jpx-9hw9-2fx4). */

const hostile = [
  '"a@evil.example" <b@good.example>',
  '"a@evil.example"@good.example',
  "a@evil.example,b@good.example",
  "a@evil.example;b@good.example",
  "a@evil.example b@good.example",
  "a@evil.example\nbcc: b@good.example",
  "a@evil.example\r\n.\r\n",
  "a@evil.example\u0000",
  "<a@evil.example>",
  "a@evil.example>",
  "Ann <a@evil.example>",
  "a@evil.example@good.example",
  "a@[127.0.0.1]",
  "a@localhost",
  "a@good.example(comment)",
  "(x)a@good.example",
  "a%good.example@evil.example",
  "evil.example!a@good.example",
  "=?utf-8?q?a=40evil=2eexample=2c?=@good.example",
  "a@good..example",
  ".a@good.example",
  "a.@good.example",
  "a..b@good.example",
  "@good.example",
  "a@",
  "a",
  "<script>alert(1)</script>@good.example",
  'a"onload=x@good.example',
  "a@-good.example",
  "ａ@evil.example",
  "a@evil。example",
  `${"a".repeat(300)}@good.example`,
  "a\\@evil.example",
  "mailto:a@good.example",
  "a%b%good.example@evil.example",
  "x!evil.example!a@good.example",
  "a=?utf-8?q?a=40evil=2eexample=2c?=b@good.example",
  "a@good.example#EXT#",
];

/** Addresses of atoms (RFC 5322 §3.2.3). */
const atoms = [
  "team#1@example.com",
  "mara_partner.example#EXT#@contoso.onmicrosoft.com",
  "o'neil+news@example.com",
  "info/sales=eu@example.com",
  "50%@example.com",
  "!#$%&'*+-/=?^_`{|}~.a@example.com",
  "a-@example.com",
  "o'@example.com",
];

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()), 120_000);
afterAll(() => server.close());

const as = (method: string, path: string, body: unknown) =>
  server.call<Record<string, unknown>>(server.seed.tenants[0].credential, method, path, body);

describe("a mail address", () => {
  it.each(atoms)("accepts %s in every field for an address, and finds its user by it", async (email) => {
    expect(EmailAddress.safeParse(email).data).toBe(email);
    const [tenant] = server.seed.tenants;
    const made = await as("POST", "/api/v1/users", { email, name: "Ann" });
    expect(made).toMatchObject({ status: 201, body: { email } });
    const { body } = await as("GET", `/api/v1/users?search=${encodeURIComponent(email)}`, undefined);
    expect(JSON.stringify(body)).toContain(`"userId":${String(made.body["userId"])}`);
    const filter = encodeURIComponent(`userName eq "${email}"`);
    expect(
      await server.call(tenant.scimToken, "GET", `/scim/v2/${tenant.slug}/Users?filter=${filter}`),
    ).toMatchObject({
      body: { totalResults: 1, Resources: [{ userName: email, emails: [{ value: email }] }] },
    });
    expect(
      (await as("POST", "/api/v1/invitations", { email: `x${email}`, userKind: "end_user" })).status,
    ).toBe(201);
    const person = { schemas: [], userName: `y${email}`, emails: [{ value: `y${email}`, primary: true }] };
    expect(
      (await server.call(tenant.scimToken, "POST", `/scim/v2/${tenant.slug}/Users`, person)).status,
    ).toBe(201);
    const attributes = { email: "email", ...byField(userFieldNames, () => "") };
    const settings = { attributes, trustEmail: true, emailDomains: [] };
    expect(readIdentity(settings as never, "subject", () => email, "verified")).toMatchObject({ email });
  });
});

describe("an attack by an address that names two mailboxes, or markup", () => {
  it.each(hostile)("%j is refused in every field for an address", async (email) => {
    expect(EmailAddress.safeParse(email).success).toBe(false);
    const answers = [
      await as("POST", "/api/v1/users", { email, name: "Ann" }),
      await as("POST", "/api/v1/invitations", { email, userKind: "end_user" }),
      await server.call(server.seed.platform.credential, "POST", "/api/v1/tenants", {
        tenantName: "Good",
        adminEmail: email,
        password: "correct horse battery staple",
      }),
      await server.call(server.seed.tenants[0].scimToken, "POST", "/scim/v2/acme/Users", {
        schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
        userName: `someone-${Math.random()}`,
        emails: [{ value: email, primary: true }],
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    const attributes = { email: "email", ...byField(userFieldNames, () => "") };
    const identity = readIdentity(
      { attributes, trustEmail: true, emailDomains: [] } as never,
      "subject",
      () => email,
      "verified",
    );
    expect(identity).toMatchObject({ email: null, emailVerified: false });
  });
});
