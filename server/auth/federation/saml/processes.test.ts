import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { SamlSettings } from "@/server/domain/federation/saml/saml.schema";
import { samlIdentityProvider } from "@/server/testing/saml-idp";
import { createSamlProcesses } from "./protocol";
import { mostXml } from "./xml-shape";
import { base64, response } from "@/server/testing/saml-bombs";

const idp = samlIdentityProvider("https://idp.example.org");

describe("the processes that read SAML answers", () => {
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
    const late = createSamlProcesses(log, { timeoutMs: 1 });
    await expect(late.read(await job(), "a")).rejects.toThrow(/takes too long|are waiting/);
    const small = createSamlProcesses(log, { memoryMb: 2 });
    await expect(small.read(await job(), "a")).rejects.toThrow(/too much memory/);
    await expect(small.read(await job(), "a")).rejects.toThrow(/too much memory/);
    const processes = createSamlProcesses(log);
    expect((await processes.read(await job(), "a")).identity.subject).toBe("person-1");
    await expect(
      processes.read({ ...(await job()), samlResponse: base64(response("")) }, "a"),
    ).rejects.toThrow(/was not taken/);
    expect((await processes.read(await job(), "a")).identity.subject).toBe("person-1");
    await processes.close();
  });

  it("do not receive answers above the maximum length", async () => {
    const processes = createSamlProcesses(log, { workers: 0 });
    for (const samlResponse of ["A".repeat(mostXml.characters * 2), "%%%", base64(response("<a>"))])
      await expect(processes.read({ ...(await job()), samlResponse }, "a")).rejects.toThrow(
        /too long|not base64|not well-formed/,
      );
  });
});
