import { spawn } from "node:child_process";
import { once } from "node:events";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endProcess } from "@/server/processes/start";
import { createDecoder } from "./messages";

/** Messages with short and long encodings of lengths, and with controls, referrals and extension data. */
const valid = [
  "300c02010161070a010004000400",
  "3084000000100201026184000000070a010004000400",
  "300c02010161070a013104000400",
  "300c02010365070a010004000400",
  "30160201036511 0a010a04000400 a30804066c6461703a2f",
  "3024020102781f 0a010004000400 8a16312e332e362e312e342e312e313436362e3230303337",
  "300d020103730804066c6461703a2f",
  "300c020103640704037569643000",
  "302b0201036426 04127569643d6164612c64633d6578616d706c65 3010300e0403756964310704036164610400",
  "301a02010365070a010004000400 a00c300a0405312e322e330401ff",
].map((hex) => Buffer.from(hex.replaceAll(" ", ""), "hex"));

/** Valid messages with changed, removed and repeated bytes. */
const mutated = fc
  .tuple(
    fc.constantFrom(...valid),
    fc.array(fc.record({ at: fc.nat(60), byte: fc.nat(255), way: fc.constantFrom("set", "cut", "repeat") }), {
      maxLength: 4,
    }),
  )
  .map(([message, changes]) =>
    changes.reduce((bytes, { at, byte, way }) => {
      const place = at % (bytes.length + 1);
      if (way === "cut") return bytes.subarray(0, place);
      if (way === "repeat") return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place >> 1)]);
      const copy = Buffer.from(bytes);
      if (place < copy.length) copy[place] = byte;
      return copy;
    }, message),
  );
/** Messages with a correct outer length, so that the decoder reads their content. */
const framed = fc
  .tuple(fc.constantFrom(0x61, 0x64, 0x65, 0x73, 0x78, 0x67), fc.uint8Array({ maxLength: 40 }), fc.nat(127))
  .map(([tag, body, length]) => Buffer.from([0x30, 5 + body.length, 2, 1, 1, tag, length, ...body]));
const anything = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  mutated,
  framed,
);

/** Program that reads each message with an ldapts client. It replies after the last message. */
const reader = `
  process.on("message", async (messages) => {
    const { Client } = await import("ldapts");
    for (const message of messages) {
      const client = new Client({ url: "ldap://127.0.0.1" });
      client.messageParser.read(Buffer.from(message), new Map());
    }
    process.send(messages.length);
  });
`;

/** Returns the number of messages that ldapts reads within the time, or "does not end". */
async function readByClient(messages: Buffer[], timeoutMs: number) {
  const child = spawn(process.execPath, ["--max-old-space-size=128", "-e", reader], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    serialization: "advanced",
  });
  child.send(messages);
  const [answer] = (await Promise.race([
    once(child, "message", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => []),
    once(child, "exit").then(() => []),
  ])) as [number?];
  await endProcess(child);
  return answer ?? "does not end";
}

/** Returns the decoded message, or null if the decoder refuses it. */
const decoded = (message: Buffer): Buffer | null => {
  try {
    return createDecoder()(message);
  } catch (error) {
    expect((error as Error).message).toMatch(/^The directory /);
    return null;
  }
};

describe("the decoder of a directory's messages", () => {
  it.each(valid.map((message) => [message.toString("hex"), message] as const))(
    "passes on %s",
    (_hex, message) => expect(decoded(message)).not.toBeNull(),
  );

  it.each([
    ["an entry longer than its message", "3005020101647f"],
    ["an entry of a name alone", "300a02010164050403616263"],
    ["a list of attributes that is too long", "300c0201016407040161307f0500"],
    ["a value that is no text", "3012020101640d04003009300704016131020500"],
    ["a response to a bind without a result", "30050201016100"],
    ["a response that no request has", "300c02010167070a010004000400"],
    ["two messages", "300c02010161070a010004000400300c02010161070a010004000400"],
    ["a number of no bytes", "300b020061070a010004000400"],
  ])("memory exhaustion: refuses %s", (_what, hex) => expect(decoded(Buffer.from(hex, "hex"))).toBeNull());

  it("returns a message of its own unchanged", () => {
    fc.assert(
      fc.property(anything, (message) => {
        const once = decoded(message);
        if (once !== null) expect(decoded(once)).toEqual(once);
      }),
    );
  });

  it("memory exhaustion: for any data of a directory, ldapts terminates on each message that is passed on", async () => {
    const passed = fc
      .sample(anything, 20_000)
      .map(decoded)
      .filter((message) => message !== null);
    expect(passed.length).toBeGreaterThan(1_000);
    expect(await readByClient([...valid, ...passed], 30_000)).toBe(valid.length + passed.length);
  }, 60_000);

  it("is necessary: ldapts does not terminate on seven bytes that are not decoded", async () => {
    expect(await readByClient([Buffer.from("3005020101647f", "hex")], 10_000)).toBe("does not end");
  }, 30_000);
});
