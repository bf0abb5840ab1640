import { blocksOf } from "@/server/testing/blocks";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { createProvider } from "@/server/domain/federation/providers";
import { tenantActor } from "@/server/testing/operations";
import {
  encryptedAssertion,
  samlIdentityProvider,
  samlRequestOf,
  withEncryption,
} from "@/server/testing/saml-idp";
import { registerApp } from "@/server/testing/scene";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { shapeProblem } from "./xml-shape";
import { base64, bombs, many, response } from "@/server/testing/saml-bombs";

const idp = samlIdentityProvider("https://idp.example.org");

/**
 * Maximum number of blocks that the process executes outside of the thread that reads the answers. A request executes up to
 * two million.
 */
const MOST_BLOCKS = 5_000_000;
/** Limit of a test whose work takes twenty seconds in a quadratic expression. */
const HANGS_MS = 15_000;

describe.each(databaseKinds)("a SAML answer that anybody can send, over HTTP on %s", (kind) => {
  let server: TestServer;
  let providerId: number;
  let slug: string;
  let app: AppAccess;
  let certificate: string;
  beforeAll(async () => {
    server = await startTestServer(kind);
    const [tenant] = server.seed.tenants;
    slug = tenant.slug;
    const { execute } = server.container;
    const actor = tenantActor(tenant.tenantId);
    const made = await registerApp(execute, actor, { name: "Shop of SAML" });
    ({ app } = made);
    await execute(actor, approveConnector, { appId: made.appId, name: "Saml", approved: true });
    await execute(actor, setAppConnector, { appId: made.appId, name: "Saml", enabled: true });
    ({ providerId } = await execute(actor, createProvider, {
      name: "Company",
      configuration: {
        kind: "saml",
        settings: {
          entityId: idp.entityId,
          ssoUrl: idp.ssoUrl,
          certificates: idp.certificate,
          trustEmail: true,
          createPeople: true,
        },
      },
    }));
    const metadata = await (await fetch(at("metadata"))).text();
    const [, der] = /use="encryption">[\s\S]*?<ds:X509Certificate>([^<]+)</.exec(metadata)!;
    certificate = `-----BEGIN CERTIFICATE-----\n${der!.match(/.{1,64}/g)!.join("\n")}\n-----END CERTIFICATE-----`;
    // Starts the thread first, which takes longer than any answer.
    await send(response(""));
  }, 120_000);
  afterAll(() => server.close());

  const at = (what: string) => `${server.url}/federation/${slug}/saml/${providerId}/${what}`;

  /** Begins a redirect to the provider, without authentication. */
  async function leave() {
    const browser = createBrowser(server.url, (request) => fetch(request));
    const { at: page } = await browser.authorize(app);
    const left = await browser.open(`${new URL(page).pathname}/outside`, {
      method: "POST",
      headers: { origin: server.url, "sec-fetch-site": "same-origin" },
      body: new URLSearchParams({ provider: String(providerId) }),
    });
    const location = left.headers.get("location")!;
    return {
      RelayState: new URL(location).searchParams.get("RelayState")!,
      requestId: /ID="([^"]+)"/.exec(samlRequestOf(location))![1]!,
    };
  }
  const post = (RelayState: string, SAMLResponse: string) =>
    fetch(at("acs"), {
      method: "POST",
      redirect: "manual",
      headers: { origin: idp.entityId },
      body: new URLSearchParams({ RelayState, SAMLResponse }),
    });
  const send = async (xml: string) => post((await leave()).RelayState, base64(xml));

  const isRefused = (answer: Response) =>
    answer.status === 400 ||
    (answer.status === 303 && /error=outside/.test(answer.headers.get("location") ?? ""));

  it.each(bombs)(
    "is refused with %s, with little work outside of the thread (XML bomb)",
    async (_what, bomb) => {
      const { RelayState } = await leave();
      const { result, blocks } = await blocksOf(() => post(RelayState, base64(response(bomb))));
      expect(isRefused(result)).toBe(true);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    },
  );

  it(
    "is refused if its base64 is all blanks with a sign at the end (quadratic expression)",
    async () => {
      const { RelayState } = await leave();
      const { result, blocks } = await blocksOf(() => post(RelayState, `${" ".repeat(200_000)}!`));
      expect(isRefused(result)).toBe(true);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    },
    HANGS_MS,
  );

  it.each(bombs.filter(([, bomb]) => bomb.length < 200_000))(
    "is refused with the text for an undecryptable one if %s is inside its encryption (XML bomb)",
    async (_what, bomb) => {
      const { RelayState } = await leave();
      const xml = response(
        encryptedAssertion(`<saml:Assertion xmlns:saml="urn:x">${bomb}</saml:Assertion>`, certificate),
      );
      const { result, blocks } = await blocksOf(() => post(RelayState, base64(xml)));
      expect(isRefused(result)).toBe(true);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    },
  );

  it("does not delay others at the highest cost within the limits, unsigned or signed (canonicalization)", async () => {
    const costly = `<e${many(30, (i) => ` xmlns:p${i}="u:${i}"`)}>${many(1_400, (i) => `<p${i % 30}:x a="${i}"/>`)}</e>`;
    const { RelayState, requestId } = await leave();
    const said = { audience: at("metadata"), recipient: at("acs"), inResponseTo: requestId };
    const honest = await idp.answer({
      ...said,
      attributes: {
        "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress": "saml@example.org",
      },
    });
    const padded = honest.replace(
      "<samlp:Status>",
      `<samlp:Extensions>${costly}</samlp:Extensions><samlp:Status>`,
    );
    expect(shapeProblem(padded)).toBeNull();
    // The test provider signs in this process, before the count.
    const signed = base64(idp.signedWhole(padded));
    const { result, blocks } = await blocksOf(() => post(RelayState, signed));
    expect(result.headers.get("location")).toMatch(/outside\?claim=/);
    expect(blocks).toBeLessThan(MOST_BLOCKS);
    const unsigned = response(
      costly + /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(honest)![0].replace(">person-1<", ">root<"),
    );
    const other = await blocksOf(() => send(unsigned));
    expect(isRefused(other.result)).toBe(true);
    expect(other.blocks).toBeLessThan(MOST_BLOCKS);
  });

  it("is accepted, encrypted and in the clear, if it is valid", async () => {
    for (const sent of [(xml: string) => xml, (xml: string) => withEncryption(xml, certificate)]) {
      const { RelayState, requestId } = await leave();
      const xml = await idp.answer({
        audience: at("metadata"),
        recipient: at("acs"),
        inResponseTo: requestId,
      });
      expect((await post(RelayState, base64(sent(xml)))).headers.get("location")).toMatch(/outside\?claim=/);
    }
  });
});
