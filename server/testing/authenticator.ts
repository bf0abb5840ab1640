import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/* A software authenticator for tests (WebAuthn Level 3, §6) with one ES256 key and attestation "none". */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const ATTESTED = 0x40;

const digest = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

interface Asked {
  challenge: string;
  origin: string;
  rpId: string;
}

export interface TestAuthenticator {
  credentialId: string;
  /** Returns the answer to `navigator.credentials.create`. */
  create(asked: Asked, attestation?: Map<string, unknown>): object;
  /** Returns the answer to `navigator.credentials.get`. The counter increases by one by default. */
  get(asked: Asked & { userHandle?: string; counter?: number; userVerified?: boolean }): object;
}

/** Creates an authenticator with a new key. */
export function testAuthenticator(): TestAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(32);
  const credentialId = base64url(id);
  let signed = 0;

  const clientData = (type: string, { challenge, origin }: Asked) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, flags: number, counter: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([digest(rpId), Buffer.from([flags]), count]);
  };
  const answer = (response: object) => ({
    id: credentialId,
    rawId: credentialId,
    type: "public-key",
    clientExtensionResults: {},
    response,
  });

  return {
    credentialId,
    create: (asked, statement = new Map()) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const flags = USER_PRESENT | USER_VERIFIED | ATTESTED;
      const authData = Buffer.concat([authenticatorData(asked.rpId, flags, signed), attested]);
      const attestation = new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", statement],
        ["authData", new Uint8Array(authData)],
      ]);
      return answer({
        clientDataJSON: base64url(clientData("webauthn.create", asked)),
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        transports: ["internal"],
      });
    },
    get: ({ userHandle, counter = ++signed, userVerified = true, ...asked }) => {
      const data = clientData("webauthn.get", asked);
      const flags = USER_PRESENT | (userVerified ? USER_VERIFIED : 0);
      const authData = authenticatorData(asked.rpId, flags, counter);
      const signature = createSign("sha256")
        .update(Buffer.concat([authData, digest(data)]))
        .sign(privateKey);
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        ...(userHandle !== undefined && { userHandle }),
      });
    },
  };
}

/** Encodes an EC2 key on P-256 for ES256 (RFC 9053 §2.1, §7.1.1). */
function coseKey(key: KeyObject): Uint8Array {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const members = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return isoCBOR.encode(members);
}
