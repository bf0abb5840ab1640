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
  "a@xn--a.example",
  "a@xn--.example",
  "a@good.xn--",
  "a@good.xn--99999999",
  "a@gооd。example",
  "a@ｇood.example",
  "a@goo\u2044d.example",
  "a@go\u200bod.example",
  "a@ü..example",
  "a@\u0308.example",
  `a@${"ü".repeat(60)}.example`,
  "ü@good.example",
];

/** Spellings of one address with an internationalized domain; the first is stored. */
const internationalized = [
  ["p@xn--80ak6aa92e.xn--p1ai", "p@аррӏе.рф"],
  [
    "P@xn--mller-kva.example.com",
    "P@müller.example.com",
    "P@MÜLLER.Example.com",
    "P@mu\u0308ller.example.com",
  ],
  ["q@xn--fa-hia.example", "q@faß.example", "q@XN--FA-HIA.example"],
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

  it.each(internationalized)(
    "stores %s, and finds its user by it and by its other spellings",
    async (...spellings) => {
      const [tenant] = server.seed.tenants;
      const [stored, ...others] = spellings as [string, ...string[]];
      const written = others[0]!;
      const list = `/scim/v2/${tenant.slug}/Users`;
      expect(EmailAddress.safeParse(stored).data).toBe(stored);
      for (const email of others)
        expect(EmailAddress.safeParse(email).data?.toLowerCase()).toBe(stored.toLowerCase());
      const made = await as("POST", "/api/v1/users", { email: written, name: "Ann" });
      expect(made).toMatchObject({ status: 201, body: { email: stored } });
      const id = Number(made.body["userId"]);
      for (const email of spellings) {
        expect((await as("POST", "/api/v1/users", { email, name: "Twice" })).status).toBe(400);
        const { body } = await as("GET", `/api/v1/users?search=${encodeURIComponent(email)}`, undefined);
        expect(JSON.stringify(body), email).toContain(`"userId":${id}`);
        for (const filter of [
          `userName eq "${email}"`,
          `emails.value eq "${email}"`,
          `emails[value eq "${email}"]`,
        ]) {
          const path = `${list}?filter=${encodeURIComponent(filter)}`;
          const shown = [{ id: String(id), userName: stored, emails: [{ value: stored }] }];
          expect(await server.call(tenant.scimToken, "GET", path), filter).toMatchObject({
            body: { totalResults: 1, Resources: shown },
          });
        }
      }
      const invitation = { email: `x${written}`, userKind: "end_user" };
      expect(await as("POST", "/api/v1/invitations", invitation)).toMatchObject({
        status: 201,
        body: { email: `x${stored}` },
      });
      const emails = [
        { value: `y${written}`, primary: true },
        { value: `z${written}`, type: "home" },
      ];
      const person = { schemas: [], userName: `y${written}`, emails };
      const created = await server.call<{ id: string }>(tenant.scimToken, "POST", list, person);
      const shown = { userName: `y${stored}`, emails: [{ value: `y${stored}` }, { value: `z${stored}` }] };
      expect(created).toMatchObject({ status: 201, body: shown });
      const replace = { op: "replace", path: `emails[value eq "z${written}"].display`, value: "Home" };
      expect(
        await server.call(tenant.scimToken, "PATCH", `${list}/${created.body.id}`, { Operations: [replace] }),
      ).toMatchObject({ body: { emails: [{}, { value: `z${stored}`, display: "Home" }] } });
      const attributes = { email: "email", ...byField(userFieldNames, () => "") };
      for (const emailDomains of [[], [written.slice(2).toLowerCase()], [stored.slice(2)]])
        expect(
          readIdentity(
            { attributes, trustEmail: true, emailDomains } as never,
            "s",
            () => written,
            "verified",
          ),
        ).toMatchObject({ email: stored, emailVerified: true });
    },
  );
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
