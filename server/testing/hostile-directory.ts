import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterEach, beforeEach } from "vitest";
import type { LdapOptions } from "@/server/auth/federation/ldap/ldap";
import { LdapSettings } from "@/server/domain/federation/ldap/ldap.schema";

/** A BER value. */
export const value = (tag: number, ...parts: (Buffer | string)[]) => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const length =
    body.length < 128
      ? Buffer.from([body.length])
      : Buffer.from([0x84, ...Buffer.from(body.length.toString(16).padStart(8, "0"), "hex")]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
export const id = (messageId: number) => value(0x02, Buffer.from([messageId]));
export const success = [value(0x0a, Buffer.from([0])), value(0x04, ""), value(0x04, "")];
export const bindDone = value(0x30, id(2), value(0x61, ...success));
export const reference = value(0x30, id(3), value(0x73));
/** The head of a message of 2 GB. */
export const endless = Buffer.from([0x30, 0x84, 0x7f, 0xff, 0xff, 0xff, 0x02, 0x01, 0x01]);
export const entry = (attributes: number) =>
  value(
    0x30,
    id(3),
    value(
      0x64,
      value(0x04, "uid=ada,dc=example"),
      value(
        0x30,
        ...Array.from({ length: attributes }, (_, index) =>
          value(0x30, value(0x04, `a${index}`), value(0x31, value(0x04, "x"))),
        ),
      ),
    ),
  );
export const searchDone = value(0x30, id(3), value(0x65, ...success));

/** An answer of the directory that sends these bytes. */
export const say =
  (...pieces: Buffer[]) =>
  (socket: Socket) =>
    void socket.write(Buffer.concat(pieces));

/** Registers hooks of each test of a suite: a directory with scripted answers, and the options of a client. */
export function hostileDirectory() {
  const scene = {
    server: undefined as unknown as Server,
    options: undefined as unknown as LdapOptions,
    /** Answers of the directory: the first to the bind, the second to the search. */
    answers: [] as ((socket: Socket) => void)[],
    sockets: new Set<Socket>(),
  };
  const { sockets } = scene;
  beforeEach(async () => {
    scene.server = createServer((socket) => {
      let asked = 0;
      sockets.add(socket.on("error", () => {}));
      socket.on("data", () => scene.answers[asked++]?.(socket));
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => scene.server.once("listening", resolve));
    const url = `ldap://127.0.0.1:${(scene.server.address() as AddressInfo).port}`;
    scene.options = {
      settings: LdapSettings.parse({ url, bindDn: "cn=search", baseDn: "dc=example", timeoutSeconds: 1 }),
      secret: "secret",
      allowPrivate: true,
      by: "1",
    };
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    scene.server.close();
  });
  return scene;
}
