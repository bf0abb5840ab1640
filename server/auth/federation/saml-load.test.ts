import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import fc from "fast-check";
import { createBrowser, type AppAccess } from "@/server/seed/browser";
import { createApp } from "@/server/domain/apps/apps";
import { approveConnector, setAppConnector } from "@/server/domain/connectors/connectors";
import { SamlSettings } from "@/server/domain/federation/federation.schema";
import { createProvider } from "@/server/domain/federation/providers";
import { tenantActor } from "@/server/testing/operations";
import {
  encryptedAssertion,
  samlIdentityProvider,
  samlRequestOf,
  withEncryption,
} from "@/server/testing/saml-idp";
import { startTestServer, type TestServer } from "@/server/testing/server";
import { databaseKinds } from "@/server/testing/stores";
import { createSamlThreads } from "./saml-threads";
import { mostXml, shapeProblem } from "./xml-shape";
import { textIn } from "../../kernel/texts/text";

const idp = samlIdentityProvider("https://idp.example.org");
const base64 = (text: string) => Buffer.from(text).toString("base64");
const RESPONSE =
  '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_r">';
const response = (inner: string) => `${RESPONSE}${inner}</samlp:Response>`;
const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => of(i)).join("");

/**
 * Maximum waiting time in milliseconds of other requests, on a busy machine. Without the limits, it was more than twenty seconds.
 */
const BYSTANDER_MS = 2_000;

const bombs: [string, string][] = [
  ["90,000 empty elements", "<e/>".repeat(90_000)],
  ["as many elements as go into the longest answer", "<e/>".repeat(44_000)],
  ["elements nested 20,000 deep", "<a>".repeat(20_000) + "</a>".repeat(20_000)],
  ["15,000 attributes", `<e${many(15_000, (i) => ` a${i}=""`)}/>`],
  ["an attribute of 170,000 characters", `<e a="${"x".repeat(170_000)}"/>`],
  ["declarations of 8,000 namespaces", many(270, (j) => `<e${many(30, (i) => ` xmlns:n${i}="u:${j}"`)}/>`)],
  [
    "namespaces declared anew at each level",
    `<e${many(30, (i) => ` xmlns:n${i}="u"`)}>`.repeat(20) + "</e>".repeat(20),
  ],
  ["a tag of 170,000 blanks", `<e${" ".repeat(170_000)}`],
  ["a tag that never ends", `<e a="${"<e a=".repeat(20_000)}`],
  ["100,000 comments' beginnings", "<!--".repeat(40_000)],
  ["100,000 ampersands", "&".repeat(100_000)],
];

describe("XML before it is parsed", () => {
  it("is refused for what it holds too much of", () => {
    expect(bombs.map(([, bomb]) => textIn("en", shapeProblem(response(bomb))!))).toEqual([
      "The SAML response is too long.",
      "The SAML response holds too many elements.",
      "The SAML response is nested too deeply.",
      "The SAML response holds too many attributes.",
      "The SAML response holds an attribute that is too long.",
      "The SAML response declares too many namespaces.",
      "The SAML response declares too many namespaces.",
      "The SAML response is not well-formed XML.",
      "The SAML response is not well-formed XML.",
      "The SAML response holds a comment.",
      "The SAML response is not well-formed XML.",
    ]);
  });

  it.each(bombs)("is refused within 50 ms with %s (XML bomb)", (_what, bomb) => {
    const xml = response(bomb);
    const times = Array.from({ length: 5 }, () => {
      const begun = performance.now();
      expect(shapeProblem(xml)).not.toBeNull();
      return performance.now() - begun;
    });
    expect(Math.min(...times)).toBeLessThan(50);
  });

  it("is accepted if a person has a thousand groups", () => {
    const values = many(
      1_000,
      (i) =>
        `<saml:AttributeValue xmlns:xs="http://www.w3.org/2001/XMLSchema" xsi:type="xs:string">Group ${i}</saml:AttributeValue>`,
    );
    expect(
      shapeProblem(
        `<?xml version="1.0" encoding="UTF-8"?>${response(`<saml:Assertion xmlns:xsi="u">${values}</saml:Assertion>`)}`,
      ),
    ).toBeNull();
  });

  it("is never accepted with markup beside elements, with two roots, or unbalanced", () => {
    const piece = fc.constantFrom(
      ...[
        "<a>",
        "</a>",
        "<b x='1'>",
        "</b>",
        "<c/>",
        "<!",
        "<?",
        "<![CDATA[",
        "]]>",
        "<!--",
        "-->",
        "&amp;",
        "&x;",
        "&",
      ],
      ...["text", " ", '"', "'", "=", "<", ">", "xmlns:p='u'", "<p:a/>", "\0", "\uFEFF"],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const xml = pieces.join("");
        if (shapeProblem(xml) !== null) return;
        expect(xml).not.toMatch(/<[!?]/);
        // An independent, slower check: tags in pairs, within one root, and only blanks around it.
        let rest = xml;
        for (let before = ""; before !== rest;) {
          before = rest;
          rest = rest.replace(/<(\w+)(?: x='1')?>[^<>]*<\/\1>|<c\/>/, "#");
        }
        expect(rest.trim()).toBe("#");
      }),
      { numRuns: 2_000 },
    );
  });
});

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
    const redirectUri = "https://shop.example/cb";
    const made = await execute(actor, createApp, { name: "Shop of SAML", redirectUris: [redirectUri] });
    app = { clientId: made.clientId, clientSecret: made.clientSecret ?? undefined, redirectUri };
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

  /** Returns the longest waiting time of other requests during the work. */
  async function bystanders<T>(work: () => Promise<T>): Promise<{ result: T; longest: number }> {
    let going = true;
    let longest = 0;
    const asking = (async () => {
      while (going) {
        const begun = performance.now();
        expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
        longest = Math.max(longest, performance.now() - begun);
      }
    })();
    const result = await work();
    going = false;
    await asking;
    return { result, longest };
  }
  const isRefused = (answer: Response) =>
    answer.status === 400 ||
    (answer.status === 303 && /error=outside/.test(answer.headers.get("location") ?? ""));

  it.each(bombs)(
    "is refused at once with %s, and /healthz answers meanwhile (XML bomb)",
    async (_what, bomb) => {
      const { RelayState } = await leave();
      const { result, longest } = await bystanders(() => post(RelayState, base64(response(bomb))));
      expect(isRefused(result)).toBe(true);
      expect(longest).toBeLessThan(BYSTANDER_MS);
    },
  );

  it("is refused if its base64 is all blanks with a sign at the end (quadratic expression)", async () => {
    const { RelayState } = await leave();
    const { result, longest } = await bystanders(() => post(RelayState, `${" ".repeat(200_000)}!`));
    expect(isRefused(result)).toBe(true);
    expect(longest).toBeLessThan(BYSTANDER_MS);
  });

  it.each(bombs.filter(([, bomb]) => bomb.length < 200_000))(
    "is refused in the words of an undecryptable one with %s inside its encryption (XML bomb)",
    async (_what, bomb) => {
      const { RelayState } = await leave();
      const xml = response(
        encryptedAssertion(`<saml:Assertion xmlns:saml="urn:x">${bomb}</saml:Assertion>`, certificate),
      );
      const { result, longest } = await bystanders(() => post(RelayState, base64(xml)));
      expect(isRefused(result)).toBe(true);
      expect(longest).toBeLessThan(BYSTANDER_MS);
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
    // The provider signs, which takes this process longer than all other steps here.
    const signed = base64(idp.signedWhole(padded));
    const { result, longest } = await bystanders(() => post(RelayState, signed));
    expect(result.headers.get("location")).toMatch(/outside\?claim=/);
    expect(longest).toBeLessThan(BYSTANDER_MS);
    const unsigned = response(
      costly + /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(honest)![0].replace(">person-1<", ">root<"),
    );
    const other = await bystanders(() => send(unsigned));
    expect(isRefused(other.result)).toBe(true);
    expect(other.longest).toBeLessThan(BYSTANDER_MS);
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

describe("the threads that read SAML answers", () => {
  const log = pino({ level: "silent" });
  const settings = SamlSettings.parse({
    entityId: idp.entityId,
    ssoUrl: idp.ssoUrl,
    certificates: idp.certificate,
  });
  const addresses = {
    entityId: "https://castellan.example/metadata",
    acsUrl: "https://castellan.example/acs",
  };
  const job = async () => ({
    settings,
    addresses,
    decryption: [],
    kept: { requestId: "_q" },
    now: new Date(),
    samlResponse: base64(
      await idp.answer({ audience: addresses.entityId, recipient: addresses.acsUrl, inResponseTo: "_q" }),
    ),
  });

  it("end work that takes too long or too much memory, and continue", async () => {
    const late = createSamlThreads(log, { timeoutMs: 1 });
    await expect(late.read(await job(), "a")).rejects.toThrow(/takes too long|are waiting/);
    const small = createSamlThreads(log, { memoryMb: 2 });
    await expect(small.read(await job(), "a")).rejects.toThrow(/too much memory/);
    await expect(small.read(await job(), "a")).rejects.toThrow(/too much memory/);
    const threads = createSamlThreads(log);
    expect((await threads.read(await job(), "a")).identity.subject).toBe("person-1");
    await expect(threads.read({ ...(await job()), samlResponse: base64(response("")) }, "a")).rejects.toThrow(
      /was not taken/,
    );
    expect((await threads.read(await job(), "a")).identity.subject).toBe("person-1");
    await threads.close();
  });

  it("do not receive answers above the maximum length", async () => {
    const threads = createSamlThreads(log, { workers: 0 });
    for (const samlResponse of ["A".repeat(mostXml.characters * 2), "%%%", base64(response("<a>"))])
      await expect(threads.read({ ...(await job()), samlResponse }, "a")).rejects.toThrow(
        /too long|not base64|not well-formed/,
      );
  });
});
