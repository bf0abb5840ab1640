import type { CodedText } from "../../../kernel/texts/define";
import { type AddressInfo, type Socket } from "node:net";
import { createServer as createSecureServer } from "node:tls";
import { describe, expect, it } from "vitest";
import { LdapSettings } from "@/server/domain/federation/ldap/ldap.schema";
import {
  bindDone,
  endless,
  entry,
  hostileDirectory,
  reference,
  say,
  searchDone,
  success,
  id,
  value,
} from "@/server/testing/hostile-directory";
import { certifiedKey } from "@/server/ports/certificates";
import { createMessages } from "./bounded-socket";
import { authenticateAt, tryDirectory, providerTexts } from "./ldap";

describe("an attack by a directory that an administrator configured", () => {
  const scene = hostileDirectory();

  it.each<[string, ((socket: Socket) => void)[], RegExp]>([
    ["a message of 2 GB is announced", [say(endless)], /too long a message/],
    [
      "64 KB of search references come at once",
      [say(bindDone), say(...(Array(9_362).fill(reference) as Buffer[]))],
      /1000 messages/,
    ],
    [
      "an entry of 40,000 attributes comes",
      [say(bindDone), say(entry(40_000), searchDone)],
      /more than 50000 values/,
    ],
    [
      "an entry comes whose list is longer than the entry (memory exhaustion)",
      [say(bindDone), say(Buffer.from("300a02010364050403616263", "hex"))],
      /malformed/,
    ],
    [
      "an entry without content comes before the bind is answered (memory exhaustion)",
      [say(Buffer.from("3005020102647f", "hex"))],
      /malformed/,
    ],
  ])("%s: is refused before it is read to its end", async (_what, does, said) => {
    scene.answers = does;
    for (const ask of [
      () => authenticateAt(scene.options, "ada", "password"),
      () => tryDirectory(scene.options, []),
    ])
      await expect(ask()).rejects.toThrow(said);
  });

  it("StartTLS that is confirmed, then the end: no password is sent in the clear", async () => {
    const heard: Buffer[] = [];
    scene.server.on("connection", (socket: Socket) => socket.on("data", (part) => heard.push(part)));
    scene.answers = [(socket) => void socket.end(value(0x30, id(2), value(0x78, ...success)))];
    const settings = { ...scene.options.settings, startTls: true };
    await expect(tryDirectory({ ...scene.options, settings }, [])).rejects.toThrow();
    expect(Buffer.concat(heard).includes("secret")).toBe(false);
    expect(scene.sockets.size).toBe(1);
  });
});

describe("an attack by a directory whose name leads elsewhere at its second look-up (rebinding)", () => {
  it("ldaps connects to the address that was checked, and proves the name", async () => {
    const { privateKey: key, certificate: cert } = await certifiedKey("directory.test", new Date(), 2_048);
    const answers = [bindDone, Buffer.concat([entry(1), searchDone])];
    const server = createSecureServer({ key, cert }, (socket) => {
      let asked = 0;
      socket.on("error", () => {}).on("data", () => void socket.write(answers[asked++] ?? ""));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    let lookUps = 0;
    const names = () => {
      lookUps += 1;
      return Promise.resolve([{ address: lookUps === 1 ? "127.0.0.1" : "127.0.0.2", family: 4 }]);
    };
    const settings = LdapSettings.parse({
      url: `ldaps://directory.test:${(server.address() as AddressInfo).port}`,
      bindDn: "cn=search",
      baseDn: "dc=example",
      caCertificate: cert,
    });
    const findings: (CodedText | string)[] = [];
    await tryDirectory({ settings, secret: "secret", allowPrivate: true, by: "1", names }, findings);
    expect(findings.at(-1)).toEqual(providerTexts.base_found({ base: "dc=example" }));
    expect(lookUps).toBe(1);
    server.close();
  });
});

describe("the messages from a directory", () => {
  it("are the same for any division into packets", () => {
    const all = [bindDone, entry(3), entry(500), searchDone];
    const whole = Buffer.concat(all);
    for (const size of [1, 2, 3, 7, 100, 4_096, whole.length]) {
      const messages = createMessages();
      const got: Buffer[] = [];
      for (let at = 0; at < whole.length; at += size) got.push(...messages(whole.subarray(at, at + size)));
      expect(got).toEqual(all);
    }
  });
});
